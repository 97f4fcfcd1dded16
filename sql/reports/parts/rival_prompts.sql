-- The prompts of each row in both ranges, and their namings of each competitor.
row_prompts as (
  select p.ordinal, f.prompt,
         sum(case when f.is_current then f.runs else 0 end) as runs,
         sum(case when not f.is_current then f.runs else 0 end) as before_runs,
         sum(case when f.is_current then f.named else 0 end) as named,
         sum(case when not f.is_current then f.named else 0 end) as before_named
  from page p join facts f on {of_row} group by p.ordinal, f.prompt
), rival_prompts as (
  select p.ordinal, f.id, f.prompt,
         sum(case when f.is_current then 1 else 0 end) as named,
         sum(case when not f.is_current then 1 else 0 end) as before_named
  from page p join named_facts f on {of_row} where f.stretch <= 1
  group by p.ordinal, f.id, f.prompt
)
