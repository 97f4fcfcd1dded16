-- For each row of the page and competitor: its sums over prompts, of both ranges.
with {counted}, {page}, {named_facts}, {rival_prompts}, counted as (
  select v.*, r.runs, r.before_runs
  from rival_prompts v join row_prompts r on r.ordinal = v.ordinal and r.prompt = v.prompt
)
select ordinal, id, {sums} from counted group by ordinal, id order by ordinal, id
