-- Visibility, sentiment and position of each brand over the days $start to $end, both inclusive.
--
-- Means are rounded to two decimals, half away from zero, in whole numbers: with n ≥ 0, d > 0 the nearest
-- whole number to n ÷ d is ((2n + d) − (2n + d) mod 2d) ÷ 2d, which divides evenly, so that doubles hold it
-- exactly and every engine gives the same digits.
with counted as (
  select brand_id,
         cast(sum(runs) as bigint) as runs, cast(sum(named) as bigint) as named,
         cast(sum(sentiment_sum) as bigint) as sentiment_sum, cast(sum(sentiment_count) as bigint) as sentiment_count,
         cast(sum(position_sum) as bigint) as position_sum, cast(sum(position_count) as bigint) as position_count
  from snapshot.daily
  where org_id = $org and day between cast($start as date) and cast($end as date)
  group by brand_id
), matching as (
  select b.id, b.name,
         coalesce(c.named, 0) as visibility_count, coalesce(c.runs, 0) as visibility_total,
         coalesce(c.sentiment_count, 0) as sentiment_count, coalesce(c.position_count, 0) as position_count,
         20000 * c.named + c.runs as visibility_2n_d, 2 * nullif(c.runs, 0) as visibility_2d,
         2 * c.sentiment_sum + c.sentiment_count as sentiment_2n_d, 2 * nullif(c.sentiment_count, 0) as sentiment_2d,
         200 * c.position_sum + c.position_count as position_2n_d, 2 * nullif(c.position_count, 0) as position_2d
  from snapshot.brands b
  left join counted c on c.brand_id = b.id
  where b.org_id = $org
    and case when cast($brand as text) is null then not b.archived else b.id = $brand end
    and (cast($allowed as text) is null or position(b.id in $allowed) > 0)
), rounded as (
  select *,
         cast(visibility_2n_d - visibility_2n_d % visibility_2d as double precision) / visibility_2d / 100 as visibility,
         cast(sentiment_2n_d - sentiment_2n_d % sentiment_2d as double precision) / sentiment_2d / 100 as sentiment,
         cast(position_2n_d - position_2n_d % position_2d as double precision) / position_2d / 100 as position
  from matching
), page as (
  select *, row_number() over (order by visibility desc nulls last, name, id) as ordinal
  from rounded
  order by visibility desc nulls last, name, id
  limit $limit offset $offset
)
select counts.total, p.ordinal,
       p.id as "brand.id", p.name as "brand.name",
       p.visibility, p.visibility_count, p.visibility_total,
       p.sentiment, p.sentiment_count,
       p.position, p.position_count
from (select count(*) as total from matching) counts
left join page p on true
order by p.ordinal
