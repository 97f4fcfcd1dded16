-- Mentions of a brand by day, over the days $start to $end, both inclusive.
select cast(cast(discovered_at as date) as text) as day, count(*) as mentions
from snapshot.mentions
where org_id = $org and brand_id = $brand
  and discovered_at >= cast($start as date) and discovered_at < cast($end as date) + interval '1 day'
  and (cast($platform as text) is null or platform = cast($platform as text))
group by cast(discovered_at as date)
