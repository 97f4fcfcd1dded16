-- The same as againstPrompts.sql over the days of each stretch.
with {counted}, {page}, {named_facts}, {rival_days}, {rival_prompts}, {references}, others as (
  select v.ordinal, v.stretch, v.day, sum(v.rival_named) as named
  from rival_days v join reference e on e.ordinal = v.ordinal and e.id = v.id
  group by v.ordinal, v.stretch, v.day
), apart as (
  select r.ordinal, r.stretch, r.day, r.runs, coalesce(o.named, 0) as others,
         s.size * r.named - coalesce(o.named, 0) as apart
  from row_days r join sizes s on s.ordinal = r.ordinal
  left join others o on o.ordinal = r.ordinal and o.stretch = r.stretch and o.day = r.day
), {lagged}
select ordinal, stretch, {sums} from lagged group by ordinal, stretch order by ordinal, stretch
