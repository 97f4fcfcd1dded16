-- What Postgres is compared by: flat tables with an index for each question, which is the best that plain tables can do.
create table bench.reported_runs as
select r.org_id, r.brand_id, r.query_id, r.id, r.platform, r.executed_at, o.named, o.position, o.sentiment
from runs r join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
where r.state = 'COMPLETED';
create index reported_runs_by_brand on bench.reported_runs (org_id, brand_id, executed_at)
  include (named, position, sentiment);
create index reported_runs_by_query on bench.reported_runs (org_id, query_id, executed_at desc, id desc)
  include (brand_id, platform, named, position, sentiment);
create table bench.reported_mentions as
select org_id, id, brand_id, query_id, platform, query_text, discovered_at, source_type, source_name, source_url, title,
       snippet, sentiment, sentiment_reader
from snapshot.mentions;
create unique index reported_mentions_newest on bench.reported_mentions (org_id, discovered_at desc, id);
create table bench.mention_days as
select org_id, cast(discovered_at as date) as day, count(*) as mentions from bench.reported_mentions group by 1, 2;
create unique index mention_days_by_day on bench.mention_days (org_id, day) include (mentions);
