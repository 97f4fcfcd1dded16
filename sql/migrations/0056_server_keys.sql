-- The server's administrator: keys for all organisations, what was done with them, suspension and limits. Keys belong to
-- no organisation, so these tables have no row-level security; no operation of an organisation reads them.
create table server_keys (
  id           text collate "C" primary key,
  hash         bytea not null unique, -- SHA-256 of the key
  name         text not null,
  prefix       text not null, -- its first characters, to recognise it by
  scopes       text[] not null,
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3),
  revoked_at   timestamptz(3),
  last_used_at timestamptz(3) -- noted at most once a minute
);
grant select, insert, update on server_keys to sightline_app;

-- The audit log of an organisation is deleted with it; this one stays. Nothing changes or deletes its rows.
create table server_audit_log (
  id          text collate "C" primary key,
  at          timestamptz(3) not null default now(),
  actor_type  text not null check (actor_type in ('SERVER_ADMIN', 'OPERATOR')),
  actor_id    text collate "C" not null, -- of the key
  address     text,
  action      text not null,
  target_type text not null,
  target_id   text collate "C",
  details     jsonb not null default '{}'
);
-- An address that is to be erased is taken out of the details.
grant select, insert, update (details) on server_audit_log to sightline_app;

alter table organisations
  add column suspended_at      timestamptz(3),
  add column suspension_reason text,
  add column limits            jsonb not null default '{}'; -- of quotas, instead of the plan's
create index organisations_suspended on organisations (suspended_at) where suspended_at is not null;
create index organisations_by_creation on organisations (created_at, id) where deleted_at is null;
grant select (suspended_at) on organisations to sightline_worker;

-- An invitation by the server's administrator holds without a member who made it.
alter table invitations add column is_of_server boolean not null default false;

alter table audit_log drop constraint audit_log_actor_type_check;
alter table audit_log add constraint audit_log_actor_type_check
  check (actor_type in ('USER', 'API_KEY', 'SERVER_ADMIN', 'OPERATOR', 'SYSTEM'));
