-- Rollup of what answers to a brand's queries say of its competitors, a competitor and day.
select r.org_id, r.brand_id, o.subject_id as competitor_id,
       cast(r.executed_at at time zone 'UTC' as date) as day,
       count(*) as named,
       coalesce(sum(o.sentiment), 0) as sentiment_sum, count(o.sentiment) as sentiment_count,
       coalesce(sum(o.position), 0) as position_sum, count(o.position) as position_count
from observations o
join runs r on r.org_id = o.org_id and r.id = o.run_id
where r.state = 'COMPLETED' and o.kind = 'COMPETITOR' and o.named
group by r.org_id, r.brand_id, o.subject_id, cast(r.executed_at at time zone 'UTC' as date)
