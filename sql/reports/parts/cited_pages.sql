-- The most cited pages of the brand, and the answers that cite each (own_hits): missed is one that does not name it.
own_cited as materialized (
  select distinct i.url as item, a.run_id
  from answers a join snapshot.citations i on i.org_id = $org and i.run_id = a.run_id and {cited_in_range}
  where i.source_type = 'BRAND_SITE'
), own_ranked_items as (
  select item, row_number() over (order by count(*) desc, item collate "C") as ordinal
  from own_cited group by item having count(*) >= {least_sources}
), own_hits as materialized (
  select k.ordinal, k.item, a.run_id, a.prompt, a.platform, a.day, a.executed_at, a.named, 1 - a.named as missed
  from own_ranked_items k
  join own_cited c on c.item = k.item
  join answers a on a.run_id = c.run_id
  where k.ordinal <= {most_sources}
)
