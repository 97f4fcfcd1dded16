-- The answers behind each candidate.
{answers}, {cited_sources}, {cited_pages}, {asked}, concerned as (
  select 'SOURCE' as kind, place, run_id, executed_at from hits where missed = 1
  union all select 'OWN_PAGE', place, run_id, executed_at from own_hits where missed = 1
  union all select 'PROMPT', place, run_id, executed_at from asked where named = 0
  union all select 'CRITICISM', place, run_id, executed_at from asked where negative = 1
)
