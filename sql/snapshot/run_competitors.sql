-- Which competitors the completed runs name, a run and competitor. Times are UTC without a zone.
-- A score without a reader was made before readers were kept, when the lexicon read all of them.
select r.org_id, r.id as run_id, r.brand_id, o.subject_id as competitor_id,
       r.executed_at at time zone 'UTC' as executed_at, o.position, o.sentiment,
       case when o.sentiment is not null then coalesce(o.sentiment_reader, 'LEXICON') end as sentiment_reader
from observations o
join runs r on r.org_id = o.org_id and r.id = o.run_id
where r.state = 'COMPLETED' and o.kind = 'COMPETITOR' and o.named
