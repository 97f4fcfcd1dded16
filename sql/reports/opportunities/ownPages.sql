-- Each page of the brand: its answers without the brand's name, over prompts (p_) and days (d_, d_lag_).
with {counted}, {answers}, {cited_pages}, of_prompts as (
  select ordinal, prompt, count(*) as cited, sum(missed) as missed from own_hits group by ordinal, prompt
), of_days as (
  select ordinal, day, count(*) as cited, sum(missed) as missed from own_hits group by ordinal, day
), {lagged}, {stakes}
select c.ordinal, c.item, {shown}
from counted c
join (select ordinal, {prompt_sums} from of_prompts group by ordinal) p on p.ordinal = c.ordinal
join (select ordinal, {day_sums} from lagged group by ordinal) d on d.ordinal = c.ordinal
order by c.ordinal
