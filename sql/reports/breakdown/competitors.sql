-- Sums of each competitor of each row's brand.
with {counted}, {page}, {named_rivals}, namings as materialized (
  select p.ordinal, c.competitor_id, {sums}
  from page p join facts f on {of_row}
  join named_rivals c on c.run_id = f.run_id
  group by p.ordinal, c.competitor_id
)
select p.ordinal, k.id, k.name, {shown}
from page p
join snapshot.competitors k on k.org_id = $org and k.brand_id = p.brand_id
left join namings n on n.ordinal = p.ordinal and n.competitor_id = k.id
order by p.ordinal, coalesce(n.named, 0) desc, k.name collate "C", k.id collate "C" {most}
