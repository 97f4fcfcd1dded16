-- Completed runs of a brand's prompts by prompt and day, over the days $start to $end, both inclusive: the number of
-- runs that name the brand (or, with $competitor, that competitor), the sum of the brand's sentiment in hundredths, and
-- the number of scores by each reader.
--
-- The daily rollup cannot answer this, because it has no prompts: an alert rule compares each prompt with itself.
-- Without $competitor the join uses '', which is no competitor's id: a cluster on Postgres 15 refuses an outer join
-- whose condition is null for every row.
select coalesce(r.prompt, r.query_text) as prompt, cast(cast(r.executed_at as date) as text) as day,
       count(*) as runs,
       count(case when case when cast($competitor as text) is null then r.named
                            else c.run_id is not null end then 1 end) as named,
       count(r.sentiment) as scored, cast(coalesce(sum(r.sentiment), 0) as bigint) as "sentimentSum",
       count(case when r.sentiment_reader = 'LEXICON' then 1 end) as "LEXICON",
       count(case when r.sentiment_reader = 'MODEL' then 1 end) as "MODEL",
       count(case when r.sentiment_reader = 'SENT' then 1 end) as "SENT",
       count(case when r.sentiment_reader = 'PERSON' then 1 end) as "PERSON"
from snapshot.runs r
left join snapshot.run_competitors c
  on c.org_id = $org and c.brand_id = $brand and c.competitor_id = coalesce(cast($competitor as text), '') and c.run_id = r.id
where r.org_id = $org and r.brand_id = $brand
  and r.executed_at >= cast($start as date) and r.executed_at < cast($end as date) + interval '1 day'
  and (cast($platform as text) is null or r.platform = cast($platform as text))
group by coalesce(r.prompt, r.query_text), cast(r.executed_at as date)
