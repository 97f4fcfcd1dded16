-- Each page of the brand: its answers without the brand's name, over prompts (p_) and days (d_, d_lag_).
with {counted}, {answers}, {cited_pages}, of_prompts as (
  select place, prompt, count(*) as cited, sum(missed) as missed from own_hits group by place, prompt
), of_days as (
  select place, day, count(*) as cited, sum(missed) as missed from own_hits group by place, day
), {lagged}, {stakes}
select c.place, c.item, {shown}
from counted c
join (select place, {prompt_sums} from of_prompts group by place) p on p.place = c.place
join (select place, {day_sums} from lagged group by place) d on d.place = c.place
order by c.place
