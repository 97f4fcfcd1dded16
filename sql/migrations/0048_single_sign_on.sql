-- Single sign-on by OpenID Connect, one provider for each organisation.
create table single_sign_on (
  org_id         text collate "C" primary key references organisations on delete cascade,
  version        text collate "C" not null, -- a new one with each change: what servers keep of the provider is by it
  issuer         text not null,
  client_id      text not null,
  client_secret  bytea, -- sealed; null: a public client, which proves itself by PKCE alone
  default_role   text check (default_role in ('ADMIN', 'MEMBER', 'VIEWER')), -- null: new people are not let in
  role_claim     text,
  roles          jsonb not null default '[]', -- [{value, role}]
  session_hours  integer not null,
  changed_at     timestamptz(3) not null default now()
);
select tenant_table('single_sign_on');

-- Who a provider's subject is. Without an account: it was removed, and is not let in again by itself.
create table single_sign_on_links (
  org_id    text collate "C" not null references organisations on delete cascade,
  issuer    text not null,
  subject   text not null,
  user_id   text collate "C" references users on delete set null,
  linked_at timestamptz(3) not null default now(),
  primary key (org_id, issuer, subject)
);
create index single_sign_on_links_by_user on single_sign_on_links (user_id);
select tenant_table('single_sign_on_links');

-- Domains are looked up before the organisation is known, so this has no row-level security, as logins have none.
create table single_sign_on_domains (
  organisation_id text collate "C" not null,
  domain          text collate "C" not null, -- lower case
  proof           text not null, -- what its DNS TXT record must say
  verified_at     timestamptz(3),
  primary key (organisation_id, domain)
);
create unique index single_sign_on_domains_verified on single_sign_on_domains (domain) where verified_at is not null;
grant select, insert, update, delete on single_sign_on_domains to sightline_app;

-- What a provider knows a session by. Belongs to sessions, which no organisation owns.
create table single_sign_on_sessions (
  session_id      text collate "C" primary key references sessions on delete cascade,
  organisation_id text collate "C" not null,
  issuer          text not null,
  subject         text not null,
  sid             text, -- the provider's own name of the session
  id_token        bytea -- sealed: a logout at the provider names it; null: too long for an address
);
create index single_sign_on_sessions_by_subject on single_sign_on_sessions (organisation_id, issuer, subject);
grant select, insert, update, delete on single_sign_on_sessions to sightline_app;

-- What works once: the state of a login, and the id of a logout token.
create table single_sign_on_used (
  hash       bytea primary key, -- SHA-256
  expires_at timestamptz not null
);
create index single_sign_on_used_by_end on single_sign_on_used (expires_at);
grant select, insert, delete on single_sign_on_used to sightline_app;

-- Sessions of a provider are for its organisation alone, and end after a time that the organisation sets.
alter table sessions
  add column single_sign_on boolean not null default false,
  add column ends_at        timestamptz;

-- Passwords of its members are refused.
alter table organisations add column only_single_sign_on boolean not null default false;

-- People who came by a provider have no password.
alter table users alter column password_hash drop not null;
-- The organisation whose provider made the account; null: somebody else did, or the account has had a password.
alter table users add column made_by_organisation text collate "C";
