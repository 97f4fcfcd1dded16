-- The share at stake before a decision and after it, by prompt.
with {outcome}, prompts as (
  select prompt, sum(case when is_current then runs else 0 end) as runs,
         sum(case when not is_current then runs else 0 end) as before_runs,
         sum(case when is_current then named else 0 end) as named,
         sum(case when not is_current then named else 0 end) as before_named
  from judged where stretch <= 1 group by prompt
)
select {sums} from prompts
