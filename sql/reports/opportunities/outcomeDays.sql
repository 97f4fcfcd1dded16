-- The same by day.
with {outcome}, days as (
  select 1 as ordinal, stretch, day, sum(runs) as runs, sum(named) as named from judged group by stretch, day
), {lagged}
select stretch, {sums} from lagged group by stretch order by stretch
