-- Rollup of what answers to a brand's queries say of its competitors, a competitor and day.
-- Runs on the snapshot's own tables (DuckDB) and on the views (Postgres).
select org_id, brand_id, competitor_id, cast(executed_at as date) as day,
       count(*) as named,
       cast(coalesce(sum(sentiment), 0) as bigint) as sentiment_sum, count(sentiment) as sentiment_count,
       cast(coalesce(sum(position), 0) as bigint) as position_sum, count(position) as position_count
from snapshot.run_competitors
group by org_id, brand_id, competitor_id, cast(executed_at as date)
