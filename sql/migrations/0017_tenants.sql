-- Lists cost by the page: what they filter and order by is in one index, and their totals are counted in it.
drop index runs_by_execution;
create index runs_by_execution on runs (org_id, executed_at desc, id desc) include (brand_id, platform, state);
create index mentions_by_brand on mentions (org_id, brand_id);
