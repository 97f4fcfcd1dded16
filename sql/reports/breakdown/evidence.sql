-- The latest answers behind each row of the page, separated by spaces: by time, then by id.
with {counted}, {page}, answers as (
  select distinct p.ordinal, f.executed_at, f.run_id
  from page p join {behind} f on {of_row}
), ranked as (
  select ordinal, run_id, row_number() over (partition by ordinal order by executed_at desc, run_id desc) as place
  from answers
)
select ordinal, string_agg(run_id, ' ' order by place) as run_ids
from ranked where place <= {most} group by ordinal order by ordinal
