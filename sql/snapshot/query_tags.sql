-- The tags of queries, a query and distinct tag.
select q.org_id, q.id as query_id, t.tag
from queries q
cross join lateral (select distinct tag collate "C" as tag from unnest(q.tags) as tag) t
