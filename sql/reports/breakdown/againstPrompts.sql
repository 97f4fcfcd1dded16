-- For each row of the page with a reference competitor, over the prompts of both ranges: the sums of the references'
-- namings (others), and of the brand's minus theirs (apart), each times the number of references.
with {counted}, {page}, {named_facts}, {rival_prompts}, {references}, others as (
  select v.ordinal, v.prompt, sum(v.named) as named, sum(v.before_named) as before_named
  from rival_prompts v join reference e on e.ordinal = v.ordinal and e.id = v.id
  group by v.ordinal, v.prompt
), apart as (
  select r.ordinal, s.size, r.runs, r.before_runs, coalesce(o.named, 0) as others,
         coalesce(o.before_named, 0) as before_others, s.size * r.named - coalesce(o.named, 0) as apart,
         s.size * r.before_named - coalesce(o.before_named, 0) as before_apart
  from shared r join sizes s on s.ordinal = r.ordinal
  left join others o on o.ordinal = r.ordinal and o.prompt = r.prompt
)
select ordinal, max(size) as size, {sums} from apart group by ordinal order by ordinal
