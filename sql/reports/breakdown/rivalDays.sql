-- For each row of the page, competitor and stretch of days: its sums over days.
with {counted}, {page}, {named_facts}, {rival_days}, numbered as (
  select *, row_number() over days_of as place, {lag_runs} as before_runs, {lead_runs} as after_runs,
         {week_lag_runs} as week_before_runs, {week_lead_runs} as week_after_runs
  from row_days window days_of as (partition by ordinal, stretch order by day)
), lagged as (
  select d.*, v.id, v.rival_named,
         coalesce(sum(v.rival_named) over (
           partition by d.ordinal, v.id, d.stretch order by d.place range between {lags} preceding and 1 preceding
         ), 0) as before_named,
         {week_lag_named} as week_before_named
  from rival_days v join numbered d on d.ordinal = v.ordinal and d.stretch = v.stretch and d.day = v.day
  window namings_of as (partition by d.ordinal, v.id, d.stretch order by d.day)
), counted as (
  select ordinal, id, stretch, runs, before_runs, after_runs, week_before_runs, week_after_runs,
         rival_named as named, before_named, week_before_named
  from lagged
)
select ordinal, id, stretch, {sums} from counted
group by ordinal, id, stretch order by ordinal, id, stretch
