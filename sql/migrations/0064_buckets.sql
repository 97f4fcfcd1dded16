-- What is written to an organisation's own bucket, and when it is due next. What the bucket holds is in its manifest.
create table bucket_writes (
  org_id         text collate "C" not null,
  integration_id text collate "C" not null,
  due_at         timestamptz(3), -- null: the integration is off
  failures       integer not null default 0, -- since it last worked
  last_error     text,
  failed_at      timestamptz(3),
  snapshot_id    text, -- of the manifest that was written last
  data_as_of     timestamptz(3),
  written_at     timestamptz(3),
  files          integer not null default 0, -- that the manifest names
  rows           bigint not null default 0,
  bytes          bigint not null default 0,
  files_written  integer not null default 0, -- of them, in the last write
  primary key (org_id, integration_id),
  foreign key (org_id, integration_id) references integrations (org_id, id) on delete cascade
);
create index bucket_writes_due on bucket_writes (due_at);
select tenant_table('bucket_writes');
select worker_sees('bucket_writes', 'org_id, integration_id, due_at');
