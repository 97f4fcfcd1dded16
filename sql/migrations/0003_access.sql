-- Invitations into an organisation, successors of keys, and the indexes that members, sessions and the audit
-- log are looked up by.

create table invitations (
  org_id      text collate "C" not null references organisations on delete cascade,
  id          text collate "C" not null,
  email       text collate "C" not null, -- lower case
  role        text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  token_hash  bytea not null, -- SHA-256; the token itself names the organisation
  invited_by  text collate "C" not null, -- a user, who may have left since
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz,
  primary key (org_id, id),
  unique (org_id, token_hash)
);
select tenant_table('invitations');

-- The key that takes over after a rotation; both work until this one expires.
alter table api_keys add column replaced_by text collate "C";

create index sessions_by_user on sessions (user_id, org_id);
create index sessions_by_organisation on sessions (org_id);
create index audit_log_by_time on audit_log (org_id, at, id);
