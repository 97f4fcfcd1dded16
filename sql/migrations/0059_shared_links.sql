-- Links by which somebody without a login reads one view.
create table shared_links (
  org_id         text collate "C" not null references organisations on delete cascade,
  id             text collate "C" not null,
  view_id        text collate "C" not null,
  note           text,
  pin_id         text collate "C",          -- null: the data of when it is opened; the pin may be gone
  token_hash     bytea not null,            -- SHA-256; the token itself names the organisation
  password_hash  text,                      -- argon2id; null: none
  shows_answers  boolean not null,
  frame_origins  text[] not null,
  opened         bigint not null default 0,
  last_opened_at timestamptz(3),
  created_by     text collate "C" not null, -- a user who may give access
  created_at     timestamptz(3) not null default now(),
  expires_at     timestamptz(3) not null,
  revoked_at     timestamptz(3),
  primary key (org_id, id),
  unique (org_id, token_hash),
  foreign key (org_id, view_id) references views (org_id, id) on delete cascade
);
create index shared_links_by_view on shared_links (org_id, view_id);
create index shared_links_by_time on shared_links (org_id, created_at, id);
select tenant_table('shared_links');
