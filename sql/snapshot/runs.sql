-- Completed runs with what was observed of their query's brand. Times are UTC without a zone.
select r.org_id, r.id, r.brand_id, r.query_id, r.platform, r.query_text,
       r.executed_at at time zone 'UTC' as executed_at,
       o.named, o.position, o.sentiment, r.model collate "C" as model, r.country
from runs r
join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
where r.state = 'COMPLETED'
