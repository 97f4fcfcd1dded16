-- All queries, archived ones too: every run has its query here.
select org_id, id, brand_id, counts_as_branded(branded, tags) as branded, topic
from queries
