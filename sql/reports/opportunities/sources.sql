-- Each source, and how much less its answers name the brand than others of the same prompt and platform, in the range and
-- in as many days before: sums of the answers' scores over prompts (p_) and days (d_, d_lag_), by the score test of
-- Cochran, Mantel and Haenszel.
with {counted}, all_answers as materialized (
  select {answer_columns}, is_current from facts
), answers as materialized (
  select * from all_answers where is_current
), {cited_sources}, all_hits as materialized (
  select distinct k.ordinal, a.run_id, a.prompt, a.platform, a.day, a.named
  from ranked_items k
  join snapshot.citations i on i.org_id = $org and i.domain = k.item
    and i.executed_at >= cast($first as date) and i.executed_at < cast($last as date) + 1 and {of_others}
  join all_answers a on a.run_id = i.run_id
  where k.ordinal <= {most_sources}
), strata as materialized (
  select prompt, platform, cast(count(*) as double precision) as n, cast(sum(named) as double precision) as y
  from all_answers group by prompt, platform
), strata_days as (
  select prompt, platform, day, count(*) as n, sum(named) as y from all_answers group by prompt, platform, day
), cells as materialized (
  select h.ordinal, h.prompt, h.platform, s.n, s.y, count(*) as cited, sum(h.named) as cited_y
  from all_hits h join strata s on s.prompt = h.prompt and s.platform = h.platform
  group by h.ordinal, h.prompt, h.platform, s.n, s.y
), hit_days as (
  select ordinal, prompt, platform, day, count(*) as cited, sum(named) as cited_y
  from all_hits group by ordinal, prompt, platform, day
), of_prompts as (
  select ordinal, prompt, sum(cited * (n - cited) / n) as w, sum(cited * y / n - cited_y) as t,
         sum(case when n > 1 then cited * (n - cited) * y * (n - y) / (n * n * (n - 1)) else 0 end) as independent
  from cells group by ordinal, prompt
), of_days as (
  select c.ordinal, s.day,
         sum(coalesce(h.cited, 0) * (1 - 2 * c.cited / c.n) + c.cited * c.cited * s.n / (c.n * c.n)) as w,
         sum(c.y * coalesce(h.cited, 0) / c.n - coalesce(h.cited_y, 0) + c.cited * s.y / c.n
             - c.cited * c.y * s.n / (c.n * c.n)) as t
  from cells c
  join strata_days s on s.prompt = c.prompt and s.platform = c.platform
  left join hit_days h on h.ordinal = c.ordinal and h.prompt = s.prompt and h.platform = s.platform and h.day = s.day
  group by c.ordinal, s.day
), {lagged}, {stakes}, types as (
  select h.ordinal, i.source_type,
         row_number() over (partition by h.ordinal order by count(*) desc, i.source_type collate "C") as rank
  from hits h join snapshot.citations i
    on i.org_id = $org and i.run_id = h.run_id and i.domain = h.item and {cited_in_range}
  group by h.ordinal, i.source_type
)
select c.ordinal, c.item, y.source_type, p.independent, {shown}
from counted c
join (select ordinal, sum(independent) as independent, {prompt_sums} from of_prompts group by ordinal) p on p.ordinal = c.ordinal
join (select ordinal, {day_sums} from lagged group by ordinal) d on d.ordinal = c.ordinal
join types y on y.ordinal = c.ordinal and y.rank = 1
order by c.ordinal
