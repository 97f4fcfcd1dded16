-- Core tables. Ids are UUIDv7 text made in the program; text is compared by bytes (collate "C"), so that
-- order is the same here, in snapshots and in JavaScript.
--
-- Every tenant table has org_id first in its primary key, foreign keys and unique constraints, and no
-- trigger: the schema can be distributed by org_id as it is. Row-level security is forced on all of them:
-- sightline_app sees the organisation bound by SET LOCAL app.org_id, sightline_export reads all.

do $$
begin
  begin create role sightline_app nologin; exception when duplicate_object or unique_violation then null; end;
  begin create role sightline_export nologin; exception when duplicate_object or unique_violation then null; end;
  begin execute format('grant sightline_app, sightline_export to %I', current_user);
  exception when unique_violation then null; end;
end $$;

grant usage on schema public to sightline_app, sightline_export;

-- Global tables: what is looked up before the organisation is known.

create table organisations (
  id              text collate "C" primary key,
  name            text collate "C" not null,
  plan            text not null check (plan in ('FREE', 'STARTER', 'GROWTH', 'CUSTOM')),
  is_demo         boolean not null default false,
  -- Raised when a brand, alias or competitor changes: runs extracted under a lower one are read again.
  lexicon_version bigint not null default 1,
  created_at      timestamptz not null default now()
);

create table users (
  id            text collate "C" primary key,
  email         text collate "C" not null unique, -- lower case
  password_hash text not null,
  created_at    timestamptz not null default now()
);

-- One row a login; refresh tokens follow one another within it, and using one twice ends it.
create table sessions (
  id         text collate "C" primary key,
  user_id    text collate "C" not null references users on delete cascade,
  org_id     text collate "C" not null references organisations on delete cascade,
  role       text not null, -- the membership's, kept here to be known with the session
  created_at timestamptz not null default now(),
  ended_at   timestamptz
);

create table refresh_tokens (
  hash       bytea primary key, -- SHA-256
  session_id text collate "C" not null references sessions on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index on refresh_tokens (session_id);

-- All that is needed to authenticate a key, by its hash. Names and use of a key are in api_keys.
create table api_key_index (
  hash       bytea primary key, -- SHA-256
  org_id     text collate "C" not null references organisations on delete cascade,
  key_id     text collate "C" not null,
  scopes     text[] not null,
  brand_ids  text[], -- null: all brands
  expires_at timestamptz,
  revoked_at timestamptz,
  unique (org_id, key_id)
);

-- What changed since the last snapshot: each write notes the part it touched in its own transaction, the
-- exporter deletes exactly the rows it saw once the snapshot that holds them is durable.
create table dirty_parts (
  id     bigint generated always as identity primary key,
  part   text not null check (part in ('brands', 'runs')),
  bucket text collate "C" not null, -- last hex digit of org_id
  month  date                       -- of executed_at; null for brands
);

-- One row. identity tells this database from others; last_snapshot_id tells one that was restored from a
-- backup, whose dirty log is not the one of the current snapshot.
create table snapshot_state (
  only_row         boolean primary key default true check (only_row),
  identity         text not null,
  last_snapshot_id text
);
insert into snapshot_state (identity) values (gen_random_uuid()::text);

-- Tenant tables.

create table memberships (
  org_id     text collate "C" not null references organisations on delete cascade,
  user_id    text collate "C" not null references users on delete cascade,
  role       text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  created_at timestamptz not null default now(),
  primary key (org_id, user_id)
);
create index on memberships (user_id);

create table api_keys (
  org_id       text collate "C" not null references organisations on delete cascade,
  id           text collate "C" not null,
  name         text not null,
  prefix       text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (org_id, id)
);

create table brands (
  org_id         text collate "C" not null references organisations on delete cascade,
  id             text collate "C" not null,
  name           text collate "C" not null,
  website        text,
  description    text,
  industry       text,
  aliases        text[] not null default '{}',
  case_sensitive text[] not null default '{}', -- names and aliases that match in exactly this case only
  archived_at    timestamptz,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);

create table competitors (
  org_id         text collate "C" not null,
  id             text collate "C" not null,
  brand_id       text collate "C" not null,
  name           text collate "C" not null,
  website        text,
  aliases        text[] not null default '{}',
  case_sensitive text[] not null default '{}',
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, brand_id, name),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);

create table queries (
  org_id     text collate "C" not null,
  id         text collate "C" not null,
  brand_id   text collate "C" not null,
  platform   text collate "C" not null,
  query_text text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
-- By hash: a prompt may be longer than an index entry.
create unique index queries_by_text on queries (org_id, brand_id, platform, md5(query_text));

create table runs (
  org_id             text collate "C" not null,
  id                 text collate "C" not null,
  query_id           text collate "C" not null,
  brand_id           text collate "C" not null,
  platform           text collate "C" not null,
  external_id        text collate "C" not null,
  state              text not null check (state in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED')),
  query_text         text collate "C" not null, -- as it was run; the query's may change later
  executed_at        timestamptz(3) not null,
  model              text,
  answer             text not null,
  sentiment_score    smallint, -- sent with the run: hundredths, 0 to 10000
  content_hash       bytea not null, -- of what was sent, to tell a repeat from a change
  extraction_version smallint not null,
  lexicon_version    bigint not null,
  created_at         timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, external_id),
  foreign key (org_id, query_id) references queries (org_id, id) on delete cascade
);
create index runs_by_time on runs (org_id, brand_id, executed_at);
create index runs_by_query on runs (org_id, query_id);

-- Who an answer names: the run's brand always, competitors and other tracked brands where named.
create table observations (
  org_id             text collate "C" not null,
  run_id             text collate "C" not null,
  subject_id         text collate "C" not null, -- a brand or a competitor
  kind               text not null check (kind in ('BRAND', 'COMPETITOR')),
  named              boolean not null,
  position           integer,  -- rank by first appearance among the run's brand and its competitors
  sentiment          smallint, -- hundredths, 0 to 10000
  snippet            text,
  extraction_version smallint not null,
  primary key (org_id, run_id, subject_id),
  foreign key (org_id, run_id) references runs (org_id, id) on delete cascade
);

create table citations (
  org_id      text collate "C" not null,
  run_id      text collate "C" not null,
  ordinal     smallint not null, -- from 0, distinct URLs in the answer's order
  url         text collate "C" not null,
  title       text,
  domain      text collate "C" not null,
  source_type text collate "C" not null,
  source_name text not null,
  primary key (org_id, run_id, ordinal),
  foreign key (org_id, run_id) references runs (org_id, id) on delete cascade
);

-- A run that names its brand × a source it cites. The id is of (run, brand, URL): it survives re-extraction.
create table mentions (
  org_id   text collate "C" not null,
  id       text collate "C" not null,
  run_id   text collate "C" not null,
  brand_id text collate "C" not null,
  ordinal  smallint, -- of the citation; null where the answer cites nothing
  primary key (org_id, id),
  foreign key (org_id, run_id) references runs (org_id, id) on delete cascade
);
create index mentions_by_run on mentions (org_id, run_id);

-- Privileges and policies.

grant select, insert, update, delete on
  organisations, users, sessions, refresh_tokens, api_key_index,
  memberships, api_keys, brands, competitors, queries, runs, observations, citations, mentions
to sightline_app;
grant insert on dirty_parts to sightline_app;
grant select, delete on dirty_parts to sightline_export;
grant select, update on snapshot_state to sightline_export;
grant select on organisations, brands, competitors, runs, observations, citations, mentions to sightline_export;

do $$
declare t text;
begin
  foreach t in array array['memberships', 'api_keys', 'brands', 'competitors', 'queries', 'runs',
                           'observations', 'citations', 'mentions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I to sightline_app
      using (org_id = current_setting('app.org_id', true))
      with check (org_id = current_setting('app.org_id', true))$p$, t);
    execute format('create policy export on %I for select to sightline_export using (true)', t);
  end loop;
end $$;

-- At login the organisation is not known yet: a user may read the own memberships.
create policy own on memberships for select to sightline_app using (user_id = current_setting('app.user_id', true));

-- Views of the same names as the tables of a snapshot, made from sql/snapshot/ after each migration.
create schema snapshot;
grant usage on schema snapshot to sightline_app;
