-- What Postgres is compared by: one flat table with an index for each question that holds all it needs, which is
-- the best a plain table can do (index-only scans, no join).
create table bench.reported_runs as
select r.org_id, r.brand_id, r.query_id, r.id, r.platform, r.executed_at, o.named, o.position, o.sentiment
from runs r join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
where r.state = 'COMPLETED';
create index reported_runs_by_brand on bench.reported_runs (org_id, brand_id, executed_at)
  include (named, position, sentiment);
create index reported_runs_by_query on bench.reported_runs (org_id, query_id, executed_at desc, id desc)
  include (brand_id, platform, named, position, sentiment);
