-- A page of the mentions report (sql/reports/reportMentions.sql) after the mention with time $aftertime and id
-- $afterid; null: the first page. sql/changes/reportMentions.sql does the same for changed mentions only; this one is
-- for all mentions. Only times select the parts to read ($start to $end are the days of the page if $total is known),
-- and only rows of the page are kept in memory. One extra row is picked to show whether a next page exists.
with {brands}, picked as (
  select m.id, m.discovered_at
  from snapshot.mentions m
  where m.org_id = $org
    and m.brand_id in (select id from brands)
    and m.discovered_at >= cast($start as date) and m.discovered_at < cast($end as date) + 1
    and m.discovered_at <= coalesce(cast($aftertime as timestamp), cast('infinity' as timestamp))
    and (m.discovered_at < coalesce(cast($aftertime as timestamp), cast('infinity' as timestamp)) or m.id > $afterid)
  order by m.discovered_at desc, m.id
  limit $limit + 1
), page as (
  select id, discovered_at, row_number() over (order by discovered_at desc, id) as ordinal from picked
)
select counts.total, p.ordinal, counts.rest,
       {mention_columns}
from (
  select coalesce(cast($total as bigint),
                  (select count(*) from snapshot.mentions m
                   where cast($total as bigint) is null and m.org_id = $org and m.brand_id in (select id from brands)
                     and m.discovered_at >= cast($start as date) and m.discovered_at < cast($end as date) + 1)) as total,
         (select count(*) from picked) as rest
) counts
left join page p on p.ordinal <= $limit
left join snapshot.mentions f on f.org_id = $org and f.id = p.id and f.discovered_at = p.discovered_at
left join brands b on b.id = f.brand_id
order by p.ordinal
