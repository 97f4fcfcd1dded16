-- The answers behind each candidate.
{answers}, {cited_sources}, {cited_pages}, {asked}, concerned as (
  select 'SOURCE' as kind, ordinal, run_id, executed_at from hits where missed = 1
  union all select 'OWN_PAGE', ordinal, run_id, executed_at from own_hits where missed = 1
  union all select 'PROMPT', ordinal, run_id, executed_at from asked where named = 0
  union all select 'CRITICISM', ordinal, run_id, executed_at from asked where negative = 1
)
