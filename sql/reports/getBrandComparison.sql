-- A brand ($brand) beside its competitors over its own queries' runs, the days $start to $end, both inclusive.
-- Rounding: see reportBrands.sql.
with own as (
  select cast(coalesce(sum(runs), 0) as bigint) as runs, cast(coalesce(sum(named), 0) as bigint) as named,
         cast(coalesce(sum(sentiment_sum), 0) as bigint) as sentiment_sum,
         cast(coalesce(sum(sentiment_count), 0) as bigint) as sentiment_count,
         cast(coalesce(sum(position_sum), 0) as bigint) as position_sum,
         cast(coalesce(sum(position_count), 0) as bigint) as position_count
  from snapshot.daily
  where org_id = $org and brand_id = $brand and day between cast($start as date) and cast($end as date)
), rivals as (
  select competitor_id,
         cast(sum(named) as bigint) as named, cast(sum(sentiment_sum) as bigint) as sentiment_sum,
         cast(sum(sentiment_count) as bigint) as sentiment_count,
         cast(sum(position_sum) as bigint) as position_sum, cast(sum(position_count) as bigint) as position_count
  from snapshot.competitor_daily
  where org_id = $org and brand_id = $brand and day between cast($start as date) and cast($end as date)
  group by competitor_id
), subjects as (
  select b.id, b.name, true as is_brand, o.named, o.sentiment_sum, o.sentiment_count, o.position_sum, o.position_count
  from snapshot.brands b cross join own o
  where b.org_id = $org and b.id = $brand
  union all
  select c.id, c.name, false, coalesce(r.named, 0), coalesce(r.sentiment_sum, 0), coalesce(r.sentiment_count, 0),
         coalesce(r.position_sum, 0), coalesce(r.position_count, 0)
  from snapshot.competitors c
  left join rivals r on r.competitor_id = c.id
  where c.org_id = $org and c.brand_id = $brand
), measured as (
  select s.*, own.runs,
         20000 * s.named + own.runs as visibility_2n_d, 2 * nullif(own.runs, 0) as visibility_2d,
         2 * s.sentiment_sum + s.sentiment_count as sentiment_2n_d, 2 * nullif(s.sentiment_count, 0) as sentiment_2d,
         200 * s.position_sum + s.position_count as position_2n_d, 2 * nullif(s.position_count, 0) as position_2d,
         20000 * s.named + voices.named as voice_2n_d, 2 * nullif(voices.named, 0) as voice_2d
  from subjects s
  cross join own
  cross join (select cast(sum(named) as bigint) as named from subjects) voices
), rounded as (
  select *,
         cast(visibility_2n_d - visibility_2n_d % visibility_2d as double precision) / visibility_2d / 100 as visibility,
         cast(sentiment_2n_d - sentiment_2n_d % sentiment_2d as double precision) / sentiment_2d / 100 as sentiment,
         cast(position_2n_d - position_2n_d % position_2d as double precision) / position_2d / 100 as position,
         cast(voice_2n_d - voice_2n_d % voice_2d as double precision) / voice_2d / 100 as share_of_voice
  from measured
)
select count(*) over () as total,
       row_number() over (order by share_of_voice desc nulls last, name, id) as ordinal,
       id, name, is_brand as "isBrand",
       visibility, named as "visibilityCount", runs as "visibilityTotal",
       sentiment, sentiment_count as "sentimentCount",
       position, position_count as "positionCount",
       share_of_voice as "shareOfVoice"
from rounded
order by ordinal
