-- A page of the queries report (sql/reports/reportQueries.sql) after the query with time $aftertime and id $afterid;
-- null: the first page. With the snapshot $since, only queries whose row is new or changed after it: queries with a
-- changed run whose old or new time is not before the latest run, and all queries of a brand whose name or archiving
-- changed. rest counts the queries of this page and all later ones.
with {brands}, touched as (
  select query_id,
         max(case when before_at >= cast($start as date) and before_at < cast($end as date) + 1 then before_at end) as before_at,
         max(case when after_at >= cast($start as date) and after_at < cast($end as date) + 1 then after_at end) as after_at
  from snapshot.changes
  where org_id = $org and kind = 'runs' and snapshot > cast($since as text)
  group by query_id
), changed_brands as (
  select distinct id from snapshot.changes where org_id = $org and kind = 'brands' and snapshot > cast($since as text)
), latest as (
  select r.query_id, max(r.executed_at) as executed_at, max(case when c.id is not null then 1 else 0 end) as is_of_changed
  from snapshot.runs r
  left join changed_brands c on c.id = r.brand_id
  where r.org_id = $org
    and r.brand_id in (select id from brands)
    and r.executed_at >= cast($start as date) and r.executed_at < cast($end as date) + 1
  group by r.query_id
), matching as (
  select l.query_id, l.executed_at
  from latest l
  left join touched t on t.query_id = l.query_id
  where cast($since as text) is null or l.is_of_changed = 1 or t.before_at >= l.executed_at or t.after_at >= l.executed_at
), rest as (
  select query_id, executed_at
  from matching
  where cast($aftertime as timestamp) is null or executed_at < cast($aftertime as timestamp)
     or (executed_at = cast($aftertime as timestamp) and query_id > $afterid)
), page as (
  select query_id, executed_at, row_number() over (order by executed_at desc, query_id) as ordinal
  from rest
  order by executed_at desc, query_id
  limit $limit
), picked as (
  select p.ordinal, r.query_id, r.query_text, r.platform, r.brand_id, r.executed_at, r.id, r.named, r.position, r.sentiment,
         r.sentiment_reader, row_number() over (partition by p.query_id order by r.id desc) as place
  from page p
  join snapshot.runs r on r.org_id = $org and r.query_id = p.query_id and r.executed_at = p.executed_at
)
select counts.total, f.ordinal, counts.rest,
       {query_columns}
from (select (select count(*) from matching) as total, (select count(*) from rest) as rest) counts
left join picked f on f.place = 1
left join brands b on b.id = f.brand_id
order by f.ordinal
