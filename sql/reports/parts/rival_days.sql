-- The days of each row, and their namings of each competitor.
row_days as (
  select p.ordinal, f.stretch, f.day, cast(sum(f.runs) as bigint) as runs, cast(sum(f.named) as bigint) as named
  from page p join all_facts f on {of_row} group by p.ordinal, f.stretch, f.day
), rival_days as (
  select p.ordinal, f.id, f.stretch, f.day, count(*) as rival_named
  from page p join named_facts f on {of_row} group by p.ordinal, f.id, f.stretch, f.day
)
