-- The prompts of both ranges, the competitors that a row is compared with, and how many these are: at least a 20th of
-- its earlier answers name such a competitor, and as many leave it out.
shared as (
  select * from row_prompts where runs > 0 and before_runs > 0
), baseline as (
  select ordinal, sum(before_runs) as runs from shared group by ordinal
), reference as (
  select v.ordinal, v.id
  from rival_prompts v
  join shared r on r.ordinal = v.ordinal and r.prompt = v.prompt
  join baseline b on b.ordinal = v.ordinal
  group by v.ordinal, v.id, b.runs
  having 20 * sum(v.before_named) >= b.runs and 20 * (b.runs - sum(v.before_named)) >= b.runs
), sizes as (
  select ordinal, count(*) as size from reference group by ordinal
)
