-- The competitors that the answers behind each candidate name most.
with {counted}, {concerned}, {named_rivals}, ranked as (
  select c.kind, c.ordinal, k.id, k.name, count(*) as answers,
         row_number() over (partition by c.kind, c.ordinal
           order by count(*) desc, k.name collate "C", k.id collate "C") as rank
  from concerned c join named_rivals r on r.run_id = c.run_id
  join snapshot.competitors k on k.org_id = $org and k.brand_id = $brand and k.id = r.competitor_id
  group by c.kind, c.ordinal, k.id, k.name
)
select kind, ordinal, id, name, answers from ranked where rank <= 3 order by kind, ordinal, rank
