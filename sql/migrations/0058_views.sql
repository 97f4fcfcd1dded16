-- Saved views of the dashboard's screens.
create table views (
  org_id     text collate "C" not null references organisations on delete cascade,
  id         text collate "C" not null,
  name       text collate "C" not null,
  screen     text not null,
  path       text,                      -- what stands behind the screen in its address
  brand_id   text collate "C",          -- null: all brands
  range      text not null,             -- as addresses have it: 30d, last-week, 2026-11-01..2026-11-30
  filters    jsonb not null,
  settings   jsonb not null,
  visibility text not null check (visibility in ('PRIVATE', 'ORGANISATION')),
  created_by text collate "C" not null, -- a user
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
create index views_by_name on views (org_id, name, id);
select tenant_table('views');

-- Notes of people on the days of a brand's charts.
create table annotations (
  org_id     text collate "C" not null references organisations on delete cascade,
  id         text collate "C" not null,
  brand_id   text collate "C" not null,
  day        date not null,
  text       text not null,
  platform   text collate "C",          -- null: all
  query_id   text collate "C",          -- a prompt of the brand; null: all
  is_shared  boolean not null,          -- in what leaves the organisation too
  created_by text collate "C" not null, -- a user or an API key
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade,
  foreign key (org_id, query_id) references queries (org_id, id) on delete cascade
);
create index annotations_by_day on annotations (org_id, brand_id, day);
create index annotations_by_query on annotations (org_id, query_id) where query_id is not null;
select tenant_table('annotations');
