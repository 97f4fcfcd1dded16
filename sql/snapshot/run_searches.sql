-- What the platforms searched for in completed runs, a run and search, in order. Times are UTC without a zone.
select r.org_id, r.id as run_id, r.brand_id, r.executed_at at time zone 'UTC' as executed_at,
       cast(s.ordinal as integer) as ordinal, s.text
from runs r
cross join lateral unnest(r.search_queries) with ordinality as s(text, ordinal)
where r.state = 'COMPLETED'
