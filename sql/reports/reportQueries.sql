-- Each query's latest completed run over the days $start to $end, both inclusive; the higher id wins a tie. The page is
-- selected by the latest times alone and then joined to the runs once, in half the time of selecting runs first.
with {brands}, latest as (
  select r.query_id, max(r.executed_at) as executed_at
  from snapshot.runs r
  where r.org_id = $org
    and r.brand_id in (select id from brands)
    and r.executed_at >= cast($start as date) and r.executed_at < cast($end as date) + 1
  group by r.query_id
), page as (
  select query_id, executed_at, row_number() over (order by executed_at desc, query_id) as ordinal
  from latest
  order by executed_at desc, query_id
  limit $limit offset $offset
), picked as (
  select p.ordinal, r.query_id, r.query_text, r.platform, r.brand_id, r.executed_at, r.id, r.named, r.position, r.sentiment,
         r.sentiment_reader, row_number() over (partition by p.query_id order by r.id desc) as place
  from page p
  join snapshot.runs r on r.org_id = $org and r.query_id = p.query_id and r.executed_at = p.executed_at
)
select counts.total, f.ordinal,
       {query_columns}
from (select count(*) as total from latest) counts
left join picked f on f.place = 1
left join brands b on b.id = f.brand_id
order by f.ordinal
