-- What the answers of completed runs cite, a run and page: the first of its addresses in the run. The type of a source is that which a person set for the mention,
-- otherwise for the domain, otherwise that of the rules. Times are UTC without a zone.
-- (Few mentions are corrected, so those are joined first: a probe of all mentions of each run was half of the time.)
select r.org_id, r.id as run_id, r.brand_id, r.executed_at at time zone 'UTC' as executed_at,
       coalesce(c.page_url, c.url) as url,
       nullif(c.domain, '') as domain, c.title, coalesce(k.source_type, t.source_type, c.source_type) as source_type,
       c.page_type
from citations c
join runs r on r.org_id = c.org_id and r.id = c.run_id
left join domain_types t on t.org_id = c.org_id and t.domain = c.domain
left join (mention_corrections k join mentions m on m.org_id = k.org_id and m.id = k.mention_id)
  on m.org_id = c.org_id and m.run_id = c.run_id and m.brand_id = r.brand_id and m.ordinal = c.ordinal
where r.state = 'COMPLETED' and c.is_page
