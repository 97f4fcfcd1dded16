-- One provider of logins for the whole server, set by its configuration. Who its subjects are belongs to no organisation.
create table server_links (
  issuer    text not null,
  subject   text not null,
  user_id   text collate "C" not null references users on delete cascade,
  linked_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index server_links_by_user on server_links (user_id);
grant select, insert, update, delete on server_links to sightline_app;

-- null: a session by that provider.
alter table single_sign_on_sessions alter column organisation_id drop not null;

-- What a login waits for besides a code, and what a provider knows it by.
alter table login_challenges
  add column is_link  boolean not null default false, -- the password was right, and the account is to be linked
  add column issuer   text, -- this and the rest: a login by the server's provider that waits for a code
  add column subject  text,
  add column sid      text,
  add column id_token bytea;

-- A user that the provider deleted may come again by the same name. The row stays: it says whose API keys go on.
alter table scim_users add column deleted_at timestamptz(3);
drop index scim_users_by_name;
create unique index scim_users_by_name on scim_users (org_id, lower(user_name)) where deleted_at is null;
