-- All brands; archived ones are left out of reports unless asked for by id.
select org_id, id, name, archived_at is not null as archived
from brands
