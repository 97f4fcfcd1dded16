-- What the completed runs of a brand's prompts show, a prompt and day, over the days $start to $end, both
-- inclusive: how many name the brand ($competitor: that competitor of it), and the brand's sentiment in hundredths.
--
-- A rule compares a prompt with itself, so the daily rollup, which knows no prompts, does not do.
select query_id as "queryId", cast(cast(executed_at as date) as text) as day,
       count(*) as runs,
       count(case when case when cast($competitor as text) is null then named
                            else position(cast($competitor as text) in competitors) > 0 end then 1 end) as named,
       count(sentiment) as scored, cast(coalesce(sum(sentiment), 0) as bigint) as "sentimentSum"
from snapshot.runs
where org_id = $org and brand_id = $brand
  and executed_at >= cast($start as date) and executed_at < cast($end as date) + interval '1 day'
  and (cast($platform as text) is null or platform = cast($platform as text))
group by query_id, cast(executed_at as date)
