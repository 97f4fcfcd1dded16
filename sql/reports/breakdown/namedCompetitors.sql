-- The competitors that the answers of each row name most.
with {counted}, {page}, {named_rivals}, namings as materialized (
  select p.ordinal, c.competitor_id, count(*) as named
  from page p join items f on {of_row}
  join named_rivals c on c.run_id = f.run_id
  group by p.ordinal, c.competitor_id
), ranked as (
  select n.ordinal, k.id, k.name, n.named,
         row_number() over (partition by n.ordinal order by n.named desc, k.name collate "C", k.id collate "C") as place
  from namings n join snapshot.competitors k on k.org_id = $org and k.id = n.competitor_id
)
select ordinal, id, name, named from ranked where place <= {most} order by ordinal, place
