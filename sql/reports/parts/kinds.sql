-- How many known {kind}s each group has in its range, in the compared one, and in both.
{kind}s as (
  select {keys}max(case when is_current then 1 else 0 end) as is_now, max(case when is_current then 0 else 1 end) as was
  from facts where {kind} is not null group by {keys}{kind}
), of_{kind}s as (
  select {keys}sum(is_now) as now_{kind}s, sum(was) as before_{kind}s, sum(is_now * was) as both_{kind}s
  from {kind}s {by}
)
