-- SCIM: a provider says who is in the organisation. The bearer is looked up before the organisation is known, so this has
-- no row-level security, as logins have none.
create table scim_credentials (
  organisation_id text collate "C" primary key,
  hash            bytea not null unique, -- SHA-256 of the bearer
  created_by      text collate "C" not null, -- a user, who may have left since
  created_at      timestamptz(3) not null default now(),
  used_at         timestamptz(3)
);
grant select, insert, update, delete on scim_credentials to sightline_app;

-- Who the provider named. One is active while the account is a member.
create table scim_users (
  org_id      text collate "C" not null references organisations on delete cascade,
  id          text collate "C" not null,
  user_name   text not null,
  email       text collate "C" not null, -- lower case
  external_id text,
  user_id     text collate "C" references users on delete set null,
  role        text not null check (role in ('ADMIN', 'MEMBER', 'VIEWER')), -- to come back with
  created_at  timestamptz(3) not null default now(),
  changed_at  timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create unique index scim_users_by_name on scim_users (org_id, lower(user_name));
create index scim_users_by_user on scim_users (user_id);
select tenant_table('scim_users');
