-- Files made of reports, or of all data of an organisation. The files are in DATA_DIR/exports.

create table exports (
  org_id       text collate "C" not null references organisations on delete cascade,
  id           text collate "C" not null,
  kind         text not null check (kind in ('REPORT', 'ORGANISATION')),
  format       text not null check (format in ('CSV', 'NDJSON', 'PARQUET')),
  report       text check (report in ('BRANDS', 'QUERIES', 'MENTIONS')),
  brand_id     text collate "C", -- as it was asked for: null for all
  start_date   date,
  end_date     date,
  state        text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED')),
  reason       text,
  rows_written bigint not null default 0,
  rows_total   bigint,
  bytes        bigint,
  snapshot_id  text,
  data_as_of   timestamptz(3),
  created_at   timestamptz(3) not null default now(),
  started_at   timestamptz(3),
  finished_at  timestamptz(3),
  expires_at   timestamptz(3),
  primary key (org_id, id),
  check ((kind = 'REPORT') = (report is not null and start_date is not null and end_date is not null))
);
select tenant_table('exports');

-- When a server is to look after an export next, whose organisation it does not know beforehand: at once to
-- make it, at the end of a lease to make it again where its maker died, on its expiry to remove it.
create table export_jobs (
  export_id  text collate "C" primary key,
  org_id     text collate "C" not null references organisations on delete cascade,
  due_at     timestamptz not null default now(),
  claimed_at timestamptz,
  tries      smallint not null default 0 -- tells a maker whose lease ran out from the one after it
);
create index on export_jobs (due_at);
create index on export_jobs (org_id);
grant select, insert, update, delete on export_jobs to sightline_app;
