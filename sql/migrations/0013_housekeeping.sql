-- Exports are work like any other: the row of an export is its job. What is pending is due at once, with all tries.
alter table exports
  add column tries  smallint not null default 0, -- how often it was begun: tells a maker that was taken for dead from the next
  add column due_at timestamptz not null default now(); -- when it may be begun, while it is QUEUED
drop table export_jobs;
create index exports_due on exports (org_id, due_at) where state in ('QUEUED', 'RUNNING');
create index exports_expired on exports (expires_at);
select worker_sees('exports', 'org_id, state, due_at, started_at, expires_at');

-- A lane that rests after a failure, and that nothing is due in any more, is forgotten.
grant select (leased_until), delete on job_leases to sightline_app;
