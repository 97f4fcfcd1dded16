-- The most cited sources of others, whatever their answers name, and the answers that cite each (hits): missed is one
-- that names a competitor and not the brand.
rivalled as materialized (
  select distinct c.run_id from snapshot.run_competitors c where c.org_id = $org
), cited as materialized (
  select distinct i.domain as item, a.run_id
  from answers a join snapshot.citations i on i.org_id = $org and i.run_id = a.run_id and {cited_in_range}
  where i.domain is not null and {of_others}
), ranked_items as (
  select item, row_number() over (order by count(*) desc, item collate "C") as ordinal
  from cited group by item having count(*) >= {least_sources}
), hits as materialized (
  select k.ordinal, k.item, a.run_id, a.prompt, a.platform, a.day, a.executed_at, a.named,
         case when v.run_id is null then 0 else 1 - a.named end as missed
  from ranked_items k
  join cited c on c.item = k.item
  join answers a on a.run_id = c.run_id
  left join rivalled v on v.run_id = a.run_id
  where k.ordinal <= {most_sources}
)
