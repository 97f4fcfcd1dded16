-- The sentences that speak against the brand, by prompt: the least favourable first.
with {counted}, {answers}, {asked}, said as (
  select a.ordinal, m.snippet as text, a.run_id, a.sentiment,
         row_number() over (partition by a.ordinal, m.snippet order by a.sentiment, a.run_id) as repeated
  from asked a join snapshot.mentions m on m.org_id = $org and m.run_id = a.run_id
    and m.discovered_at >= cast($start as date) and m.discovered_at < cast($end as date) + 1
  where a.negative = 1 and m.snippet is not null
), ranked as (
  select ordinal, text, run_id, sentiment,
         row_number() over (partition by ordinal order by sentiment, text collate "C") as rank
  from said where repeated = 1
)
select ordinal, text, run_id, sentiment from ranked where rank <= 3 order by ordinal, rank
