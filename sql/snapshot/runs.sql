-- Completed runs with what was observed of their query's brand. Times are UTC without a zone.
-- A score without a reader was made before readers were kept: where one was sent it was taken, else the lexicon read.
select r.org_id, r.id, r.brand_id, r.query_id, r.platform, r.query_text,
       r.executed_at at time zone 'UTC' as executed_at,
       o.named, o.position, o.sentiment, r.model collate "C" as model, r.country,
       case when o.sentiment is not null
            then coalesce(o.sentiment_reader, case when r.sentiment_score is not null then 'SENT' else 'LEXICON' end)
       end as sentiment_reader,
       r.language, r.surface collate "C" as surface, r.searched, r.identity, r.prompt, o.unknown,
       case when r.citations_from in ('PLATFORM', 'SENT', 'TEXT') then r.citations_from end as citations_from
from runs r
join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
where r.state = 'COMPLETED'
