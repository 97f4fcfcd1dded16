-- Lists cost by the page: what they filter and order by is in one index, and their totals are counted in it.
drop index runs_by_execution;
create index runs_by_execution on runs (org_id, executed_at desc, id desc) include (brand_id, platform, state);
create index mentions_by_brand on mentions (org_id, brand_id);

-- Who made a key: it ends with the membership, or the role, that let it be made. null: the operator.
alter table api_keys
  add column created_by      text collate "C",
  add column revoked_because text check (revoked_because in ('MAKER_REMOVED', 'MAKER_DEMOTED'));
-- The policies bind the owner too, unless it is a superuser: without this it would see no row to change.
alter table api_keys no force row level security;
alter table audit_log no force row level security;
update api_keys k set created_by = a.actor_id
from audit_log a
where a.org_id = k.org_id and a.actor_type = 'USER'
  and (a.action = 'createApiKey' and a.target_id = k.id or a.action = 'rotateApiKey' and a.details->>'replacedBy' = k.id);
alter table api_keys force row level security;
alter table audit_log force row level security;

-- An organisation that was deleted is seen nowhere from then on; its rows go in batches, as work that runs by itself.
alter table organisations add column deleted_at timestamptz;
create index organisations_deleted on organisations (deleted_at) where deleted_at is not null;
grant select (deleted_at) on organisations to sightline_worker;

-- A platform may ask for a pause of a day at most; earlier it could ask for centuries.
alter table platform_lanes no force row level security;
alter table runs no force row level security;
alter table trial_runs no force row level security;
update platform_lanes set paused_until = now() + interval '1 day' where paused_until > now() + interval '1 day';
update runs set due_at = now() + interval '1 day' where due_at > now() + interval '1 day' and tries > 0;
update trial_runs set due_at = now() + interval '1 day' where due_at > now() + interval '1 day' and tries > 0;
alter table platform_lanes force row level security;
alter table runs force row level security;
alter table trial_runs force row level security;
