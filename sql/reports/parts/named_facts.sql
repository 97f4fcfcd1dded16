-- The counted answers that name a competitor which the brand still has, once for each. It is a full join whose conditions
-- do not let it be an inner one: Postgres can make a full join by hash alone, and without statistics it made an inner one
-- by loops (4,480 runs: 12 s).
named_rivals as materialized (
  select c.run_id, c.competitor_id as id
  from snapshot.run_competitors c
  join snapshot.competitors k on k.org_id = $org and k.brand_id = c.brand_id and k.id = c.competitor_id
  where c.org_id = $org and (cast($brand as text) is null or c.brand_id = $brand)
    and c.executed_at >= cast($history as date) and c.executed_at < cast($last as date) + 1
), named_facts as materialized (
  select f.*, n.id from all_facts f full join named_rivals n on n.run_id = f.run_id
  where coalesce(f.run_id, '') <> '' and coalesce(n.id, '') <> ''
)
