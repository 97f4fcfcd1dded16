-- Completed runs of a brand's prompts by platform and day, over the days $start to $end, both inclusive, and how many of
-- them name the brand (an empty id) and each of its competitors that any names.
with counted as (
  select r.platform, cast(r.executed_at as date) as day, count(*) as runs, count(case when r.named then 1 end) as named
  from snapshot.runs r
  where r.org_id = $org and r.brand_id = $brand
    and r.executed_at >= cast($start as date) and r.executed_at < cast($end as date) + interval '1 day'
  group by r.platform, cast(r.executed_at as date)
), rivals as (
  select r.platform, cast(r.executed_at as date) as day, c.competitor_id as id, count(*) as named
  from snapshot.run_competitors c
  join snapshot.competitors k on k.org_id = $org and k.brand_id = $brand and k.id = c.competitor_id
  join snapshot.runs r on r.org_id = $org and r.id = c.run_id
  where c.org_id = $org and c.brand_id = $brand
    and c.executed_at >= cast($start as date) and c.executed_at < cast($end as date) + interval '1 day'
    and r.executed_at >= cast($start as date) and r.executed_at < cast($end as date) + interval '1 day'
  group by r.platform, cast(r.executed_at as date), c.competitor_id
)
select platform, cast(day as text) as day, '' as id, runs, named from counted
union all
select v.platform, cast(v.day as text), v.id, d.runs, v.named
from rivals v join counted d on d.platform = v.platform and d.day = v.day
