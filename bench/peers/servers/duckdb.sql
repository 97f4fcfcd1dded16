-- Flat tables, each sorted by what its report looks for, and sums by day. Times are UTC.
create table brands as
select * from read_csv('$FOLDER/brands.csv', header = false,
  columns = {org_id: 'varchar', id: 'varchar', name: 'varchar'})
order by org_id, id;

create table queries as
select * from read_csv('$FOLDER/queries.csv', header = false,
  columns = {org_id: 'varchar', id: 'varchar', brand_id: 'varchar', query_text: 'varchar', platform: 'varchar'})
order by org_id, id;

-- With the names of their queries: a join at each report takes longer.
create table runs as
select r.*, q.query_text, q.platform
from read_csv('$FOLDER/runs.csv', header = false,
  columns = {org_id: 'varchar', id: 'varchar', brand_id: 'varchar', query_id: 'varchar', executed_at: 'timestamp',
             named: 'utinyint', position: 'integer', sentiment: 'smallint', sentiment_reader: 'varchar'}) r
join queries q on q.org_id = r.org_id and q.id = r.query_id
order by r.org_id, executed_at;

create table mentions as
select * from read_csv('$FOLDER/mentions.csv', header = false,
  columns = {org_id: 'varchar', id: 'varchar', brand_id: 'varchar', query_id: 'varchar', platform: 'varchar',
             query_text: 'varchar', discovered_at: 'timestamp', source_type: 'varchar', source_name: 'varchar',
             source_url: 'varchar', page_url: 'varchar', title: 'varchar', snippet: 'varchar', sentiment: 'smallint',
             sentiment_reader: 'varchar'})
order by org_id, discovered_at;

create table brand_days as
select org_id, brand_id, cast(executed_at as date) as day, count(*) as runs, sum(named)::bigint as named,
       coalesce(sum(sentiment), 0)::bigint as sentiment_sum, count(sentiment) as sentiment_count,
       coalesce(sum(position), 0)::bigint as position_sum, count(position) as position_count
from runs group by all order by org_id, day, brand_id;

create table mention_days as
select org_id, cast(discovered_at as date) as day, count(*) as mentions
from mentions group by all order by org_id, day;

checkpoint;
