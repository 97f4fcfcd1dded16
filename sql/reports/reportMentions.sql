-- Mentions discovered over the days $start to $end, both inclusive. The page is selected on narrow columns and joined
-- back to the wide ones by id and time, so only parts near these times are read. $total is the number of mentions if
-- known: then the query does not count, and the days may be those of the page.
with {brands}, matching as not materialized (
  select m.id, m.discovered_at
  from snapshot.mentions m
  where m.org_id = $org
    and m.brand_id in (select id from brands)
    and m.discovered_at >= cast($start as date) and m.discovered_at < cast($end as date) + 1
), page as (
  select id, discovered_at, row_number() over (order by discovered_at desc, id) as ordinal
  from (select id, discovered_at from matching order by discovered_at desc, id limit $limit offset $offset) picked
)
select counts.total, p.ordinal,
       {mention_columns}
from (
  select coalesce(cast($total as bigint),
                  (select count(*) from matching where cast($total as bigint) is null)) as total
) counts
left join page p on true
left join snapshot.mentions f on f.org_id = $org and f.id = p.id and f.discovered_at = p.discovered_at
left join brands b on b.id = f.brand_id
order by p.ordinal
