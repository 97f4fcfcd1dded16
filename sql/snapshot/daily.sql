-- Rollup of runs: sums and counts a brand, platform and day, so that reports of these cost days × brands, not runs.
-- Runs on the snapshot's own tables (DuckDB) and on the views (Postgres).
select org_id, brand_id, platform, cast(executed_at as date) as day,
       count(*) as runs,
       count(case when named then 1 end) as named,
       cast(coalesce(sum(sentiment), 0) as bigint) as sentiment_sum, count(sentiment) as sentiment_count,
       cast(coalesce(sum(position), 0) as bigint) as position_sum, count(position) as position_count
from snapshot.runs
group by org_id, brand_id, platform, cast(executed_at as date)
