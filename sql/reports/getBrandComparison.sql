-- Sums and counts for the means of a brand ($brand) and of its competitors, over the runs of the brand's queries on the
-- days $start to $end, both inclusive. runs is null for competitors: the brand's number counts. See reportBrands.sql.
with subjects as (
  select id, name, true as is_brand from snapshot.brands where org_id = $org and id = $brand
  union all
  select id, name, false from snapshot.competitors where org_id = $org and brand_id = $brand
), days as (
  select brand_id as id, day, runs, named, sentiment_sum, sentiment_count, position_sum, position_count
  from snapshot.daily where org_id = $org and brand_id = $brand
  union all
  select competitor_id, day, null, named, sentiment_sum, sentiment_count, position_sum, position_count
  from snapshot.competitor_daily where org_id = $org and brand_id = $brand
)
select s.id, s.name, s.is_brand,
       cast(sum(d.runs) as bigint) as runs, cast(sum(d.named) as bigint) as named,
       cast(sum(d.sentiment_sum) as bigint) as sentiment_sum, cast(sum(d.sentiment_count) as bigint) as sentiment_count,
       cast(sum(d.position_sum) as bigint) as position_sum, cast(sum(d.position_count) as bigint) as position_count
from subjects s
left join days d on d.id = s.id and d.day between cast($start as date) and cast($end as date)
group by s.id, s.name, s.is_brand
