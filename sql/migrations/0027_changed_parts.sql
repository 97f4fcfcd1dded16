-- What changed since the last snapshot, by organisation: so a note is committed where its change is, also on a
-- distributed database, and an organisation may move to another bucket. It takes the place of dirty_parts, which servers
-- of the version before write to until they are replaced: the next version drops that table.
create table changed_parts (
  org_id text collate "C" not null,
  id     uuid not null default gen_random_uuid(),
  part   text not null check (part in ('brands', 'runs')),
  month  date, -- of executed_at; null for brands
  primary key (org_id, id)
);
grant insert on changed_parts to sightline_app;
grant select, delete on changed_parts to sightline_export;
alter table changed_parts enable row level security;
alter table changed_parts force row level security;
create policy tenant on changed_parts to sightline_app
  using (org_id = current_setting('app.org_id', true))
  with check (org_id = current_setting('app.org_id', true));
create policy export on changed_parts to sightline_export using (true);

-- The snapshot that is about to become the current one. A publisher that was killed between that and the update of
-- last_snapshot_id has left the notes that it saw, so the next one goes on from there instead of reading everything.
alter table snapshot_state add column pending_snapshot_id text;
