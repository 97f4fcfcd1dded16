-- Of each answer, whether it counts (runs) and whether it is at stake (named).
{counted}, citing as materialized (
  select distinct i.run_id from snapshot.citations i
  where i.org_id = $org and (i.domain = $subject or i.url = $subject)
    and i.executed_at >= cast($history as date) and i.executed_at < cast($last as date) + 1
), rivalled as materialized (
  select distinct c.run_id from snapshot.run_competitors c where c.org_id = $org
), judged as (
  select f.prompt, f.day, f.stretch, f.is_current, {runs} as runs, {named} as named
  from all_facts f
  left join citing c on c.run_id = f.run_id left join rivalled v on v.run_id = f.run_id
)
