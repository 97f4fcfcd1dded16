-- Ids of the latest answers behind each candidate, separated by spaces.
with {counted}, {concerned}, ranked as (
  select kind, ordinal, run_id,
         row_number() over (partition by kind, ordinal order by executed_at desc, run_id desc) as rank
  from concerned
)
select kind, ordinal, string_agg(run_id, ' ' order by rank) as run_ids
from ranked where rank <= 5 group by kind, ordinal order by kind, ordinal
