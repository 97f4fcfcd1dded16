-- Days, prompts and platforms behind each row of the page, and how many answers were given in which way.
with {counted}, {page}
select p.ordinal,
       cast(min(cast(f.executed_at as date)) as text) as first_day,
       cast(max(cast(f.executed_at as date)) as text) as last_day,
       count(distinct cast(f.executed_at as date)) as days,
       count(distinct f.brand_id || ' ' || f.prompt) as prompts,
       count(distinct f.platform) as platforms,
       {kinds}
from page p join {behind} f on {of_row}
group by p.ordinal order by p.ordinal
