-- Completed runs with what was observed of their query's brand, and which competitors they name (ids, joined by
-- commas). Times are UTC without a zone.
select r.org_id, r.id, r.brand_id, r.query_id, r.platform, r.query_text,
       r.executed_at at time zone 'UTC' as executed_at,
       o.named, o.position, o.sentiment,
       (select string_agg(c.subject_id, ',' order by c.subject_id) from observations c
        where c.org_id = r.org_id and c.run_id = r.id and c.kind = 'COMPETITOR' and c.named) as competitors
from runs r
join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
where r.state = 'COMPLETED'
