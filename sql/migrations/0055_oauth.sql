-- Agents that a person connected by OAuth. A connection is a session of the person that only agents use, so all that ends
-- a person's sessions ends it too. No organisation owns these tables: they are read before it is known.

create table oauth_clients (
  id            text collate "C" primary key, -- made here, or the address of its metadata document
  is_document   boolean not null,
  name          text not null,
  redirect_uris text[] not null,
  auth_method   text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  secret_hash   bytea, -- SHA-256; null: none
  created_at    timestamptz(3) not null default now(),
  fetched_at    timestamptz(3) not null default now(), -- its document; otherwise when it registered
  check ((secret_hash is null) = (auth_method = 'none'))
);
create index oauth_clients_by_time on oauth_clients (created_at);
grant select, insert, update, delete on oauth_clients to sightline_app;

create table oauth_connections (
  session_id   text collate "C" primary key references sessions on delete cascade,
  client_id    text collate "C" not null references oauth_clients on delete cascade,
  client_name  text not null, -- as the person saw it
  resource     text not null, -- its tokens are for this address alone
  scopes       text[] not null,
  brand_ids    text[], -- null: all brands
  last_used_at timestamptz(3) not null default now() -- when it last got an access token
);
create index oauth_connections_by_client on oauth_connections (client_id);
grant select, insert, update, delete on oauth_connections to sightline_app;

create table oauth_codes (
  hash          bytea primary key, -- SHA-256 of the code
  client_id     text collate "C" not null references oauth_clients on delete cascade,
  login_id      text collate "C" not null references sessions on delete cascade, -- the login that agreed
  connection_id text collate "C" not null, -- the session that the code begins
  redirect_uri  text not null,
  challenge     text not null, -- PKCE, S256
  resource      text not null,
  scopes        text[] not null,
  brand_ids     text[],
  expires_at    timestamptz not null,
  used_at       timestamptz
);
create index oauth_codes_by_login on oauth_codes (login_id);
create index oauth_codes_by_client on oauth_codes (client_id);
grant select, insert, update, delete on oauth_codes to sightline_app;

create table oauth_refresh_tokens (
  hash       bytea primary key, -- SHA-256
  session_id text collate "C" not null references oauth_connections on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index oauth_refresh_tokens_by_session on oauth_refresh_tokens (session_id);
grant select, insert, update, delete on oauth_refresh_tokens to sightline_app;
