-- The pages of each source that the answers behind it cite most.
with {counted}, {answers}, {cited_sources}, ranked as (
  select h.ordinal, i.url, count(distinct h.run_id) as answers,
         row_number() over (partition by h.ordinal order by count(distinct h.run_id) desc, i.url collate "C") as rank
  from hits h join snapshot.citations i
    on i.org_id = $org and i.run_id = h.run_id and i.domain = h.item and {cited_in_range}
  where h.missed = 1 group by h.ordinal, i.url
)
select ordinal, url, answers from ranked where rank <= 3 order by ordinal, rank
