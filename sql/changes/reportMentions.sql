-- A page of the mentions report (sql/reports/reportMentions.sql) after the mention with time $aftertime and id
-- $afterid; null: the first page. Only mentions that are new or changed after the snapshot $since, according to the
-- table of changes; a change of a brand's name or archiving changes all its mentions. rest counts the mentions of this
-- page and all later ones.
with {brands}, touched as (
  select id
  from snapshot.changes
  where org_id = $org and kind = 'mentions' and snapshot > cast($since as text)
    and after_at >= cast($start as date) and after_at < cast($end as date) + 1
), changed_brands as (
  select id from snapshot.changes where org_id = $org and kind = 'brands' and snapshot > cast($since as text)
), matching as (
  select m.id, m.discovered_at
  from snapshot.mentions m
  where m.org_id = $org
    and m.brand_id in (select id from brands)
    and m.discovered_at >= cast($start as date) and m.discovered_at < cast($end as date) + 1
    and (m.id in (select id from touched) or m.brand_id in (select id from changed_brands))
), rest as (
  select id, discovered_at
  from matching
  where cast($aftertime as timestamp) is null or discovered_at < cast($aftertime as timestamp)
     or (discovered_at = cast($aftertime as timestamp) and id > $afterid)
), page as (
  select id, discovered_at, row_number() over (order by discovered_at desc, id) as ordinal
  from (select id, discovered_at from rest order by discovered_at desc, id limit $limit) picked
)
select counts.total, p.ordinal, counts.rest,
       {mention_columns}
from (select (select count(*) from matching) as total, (select count(*) from rest) as rest) counts
left join page p on true
left join snapshot.mentions f on f.org_id = $org and f.id = p.id and f.discovered_at = p.discovered_at
left join brands b on b.id = f.brand_id
order by p.ordinal
