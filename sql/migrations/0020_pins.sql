-- Pins: what an organisation's rows were in a snapshot, in files of its own (DATA_DIR/pins), for reports of record.

create table pins (
  org_id         text collate "C" not null references organisations on delete cascade,
  id             text collate "C" not null,
  name           text collate "C" not null,
  state          text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'READY', 'FAILED')),
  reason         text,
  snapshot_id    text,     -- as it was asked for; null: the one that is current when it is made
  schema_version integer,  -- of the snapshot: of an older one, columns and tables that came later are missing
  data_as_of     timestamptz(3),
  bytes          bigint,   -- of its files, those that other pins have too included
  tries          smallint not null default 0, -- tells a maker whose lease ran out from the one after it
  due_at         timestamptz(3) not null default now(),
  created_at     timestamptz(3) not null default now(),
  touched_at     timestamptz(3), -- when rows were removed last that are kept no longer
  expires_at     timestamptz(3) not null,
  primary key (org_id, id),
  unique (org_id, name),
  check (state <> 'READY' or (snapshot_id is not null and schema_version is not null and data_as_of is not null))
);
create index pins_due on pins (due_at) where state in ('QUEUED', 'RUNNING');
create index pins_expiring on pins (expires_at);
select tenant_table('pins');
select worker_sees('pins', 'org_id, state, due_at, expires_at');

-- A file is stored once for all pins of the organisation that hold the same rows: by its content.
create table pin_files (
  org_id    text collate "C" not null,
  pin_id    text collate "C" not null,
  name      text collate "C" not null, -- table and month: runs-2026-11
  sha256    text collate "C" not null,
  bytes     bigint not null,
  rows      bigint not null,
  first_day date, -- of its rows; null for tables without months
  primary key (org_id, pin_id, name),
  foreign key (org_id, pin_id) references pins (org_id, id) on delete cascade
);
select tenant_table('pin_files');

-- What changed under the numbers (breaks): the first answer of each platform, surface, version of the extraction and model is
-- found by a step for each, whatever lies between. No expressions: under row-level security they cannot be looked up.
create index runs_by_origin on runs
  (org_id, brand_id, platform, surface, extraction_version, model, executed_at) where state = 'COMPLETED';
create index queries_by_creation on queries (org_id, brand_id, created_at);
create index queries_by_archiving on queries (org_id, brand_id, archived_at) where archived_at is not null;
create index audit_log_of_names on audit_log (org_id, at)
  where action in ('updateBrand', 'createCompetitor', 'updateCompetitor', 'deleteCompetitor', 'putBrands');
