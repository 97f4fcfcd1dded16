-- Ids of the queries, or mentions, that were in the report at the snapshot $since or later but are not any more, in the
-- order of ids, after $afterremoved. When a brand leaves the report, all its rows count as removed.
with {brands}, changed as (
  select kind, {id} as id, brand_id, before_at, was_listed
  from snapshot.changes
  where org_id = $org and kind in ('brands', '{table}') and snapshot > cast($since as text)
    and (cast($brand as text) is null or brand_id = $brand)
    and (cast($allowed as text) is null or position(brand_id in $allowed) > 0)
), rows as (
  select {id} as id, brand_id
  from snapshot.{table}
  where org_id = $org and {time} >= cast($start as date) and {time} < cast($end as date) + 1
), candidates as (
  select id
  from changed
  where kind = '{table}' and before_at >= cast($start as date) and before_at < cast($end as date) + 1
  union
  select id from rows where brand_id in (select brand_id from changed where kind = 'brands' and was_listed)
)
select id
from candidates
where id not in (select id from rows where brand_id in (select id from brands))
  and (cast($afterremoved as text) is null or id > $afterremoved)
order by id
limit $mostremoved
