-- The competitors that answers name. Materialized, because Postgres would look them up again for each answer.
named_rivals as materialized (
  select c.run_id, c.competitor_id, {rival_sentiment} as sentiment, c.position
  from snapshot.run_competitors c
  where c.org_id = $org and (cast($brand as text) is null or c.brand_id = $brand)
    and c.executed_at >= cast({first} as date) and c.executed_at < cast({last} as date) + 1
)
