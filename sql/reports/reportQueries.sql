-- Each query's latest completed run over the days $start to $end, both inclusive (same time: the higher id).
with brands as (
  select id, name
  from snapshot.brands
  where org_id = $org
    and case when cast($brand as text) is null then not archived else id = $brand end
    and (cast($allowed as text) is null or position(id in $allowed) > 0)
), latest as (
  select distinct on (r.query_id) r.query_id, r.id as run_id, r.executed_at
  from snapshot.runs r
  where r.org_id = $org
    and r.brand_id in (select id from brands)
    and r.executed_at >= cast($start as date) and r.executed_at < cast($end as date) + 1
  order by r.query_id, r.executed_at desc, r.id desc
), page as (
  select run_id, row_number() over (order by executed_at desc, query_id) as ordinal
  from latest
  order by executed_at desc, query_id
  limit $limit offset $offset
)
select counts.total, p.ordinal,
       r.query_id as "query.id", r.query_text as "query.queryText", r.platform as "query.platform",
       b.id as "brand.id", b.name as "brand.name",
       r.executed_at as "executedAt",
       r.id as "latestResult.runId",
       r.named as "latestResult.brandMentioned",
       case when r.named then greatest(100 - 15 * (r.position - 1), 10) else 0 end as "latestResult.visibilityScore",
       r.position as "latestResult.position",
       cast(r.sentiment as double precision) / 100 as "latestResult.sentimentScore"
from (select count(*) as total from latest) counts
left join page p on true
left join snapshot.runs r on r.org_id = $org and r.id = p.run_id
left join brands b on b.id = r.brand_id
order by p.ordinal
