-- Each prompt, by its days: answers without the brand (m_), how many more name the leading competitor (z_), and those
-- that speak against the brand, of those with a sentiment (c_).
with {counted}, {answers}, {asked}, {named_rivals}, namings as (
  select a.ordinal, k.id, k.name, count(*) as named
  from asked a join named_rivals r on r.run_id = a.run_id
  join snapshot.competitors k on k.org_id = $org and k.brand_id = $brand and k.id = r.competitor_id
  group by a.ordinal, k.id, k.name
), leaders as (
  select ordinal, id, row_number() over (
    partition by ordinal order by named desc, name collate "C", id collate "C") as rank
  from namings
), of_days as (
  select a.ordinal, a.day, count(*) as n, sum(1 - a.named) as missed,
         sum(case when r.run_id is null then 0 else 1 end - a.named) as ahead,
         sum(case when (r.run_id is null) = (a.named = 0) then 0 else 1 end) as apart,
         sum(a.scored) as scored, sum(a.negative) as negative
  from asked a
  left join leaders l on l.ordinal = a.ordinal and l.rank = 1
  left join named_rivals r on r.run_id = a.run_id and r.competitor_id = l.id
  group by a.ordinal, a.day
), {lagged}
select c.ordinal, c.item, {shown}
from chosen c join (select ordinal, {sums} from lagged group by ordinal) s on s.ordinal = c.ordinal
order by c.ordinal
