-- What every area of the login-token API stands on: tenant tables made alike, the audit log, idempotency keys.

-- Makes a table one of a tenant's: bound to the organisation for the program, readable for the exporter.
create function tenant_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('grant select, insert, update, delete on %I to sightline_app', name);
  execute format('grant select on %I to sightline_export', name);
  execute format($p$create policy tenant on %I to sightline_app
    using (org_id = current_setting('app.org_id', true))
    with check (org_id = current_setting('app.org_id', true))$p$, name);
  execute format('create policy export on %I for select to sightline_export using (true)', name);
end $$;

-- Answers are read again until this reaches lexicon_version: the change of a name is its own job.
alter table organisations add column reextracted_version bigint not null default 1;

-- Who changed what, when, from where. action is the operationId.
create table audit_log (
  org_id      text collate "C" not null references organisations on delete cascade,
  id          text collate "C" not null,
  at          timestamptz(3) not null default now(),
  actor_type  text not null check (actor_type in ('USER', 'API_KEY', 'OPERATOR')),
  actor_id    text collate "C" not null,
  address     text,
  action      text not null,
  target_type text not null,
  target_id   text collate "C",
  details     jsonb not null default '{}',
  primary key (org_id, id)
);
select tenant_table('audit_log');

-- Answers of POST requests by their Idempotency-Key, encrypted, kept 24 h. A row without an answer is under way.
create table idempotency_keys (
  org_id       text collate "C" not null references organisations on delete cascade,
  key_hash     bytea not null,
  request_hash bytea not null,
  answer       bytea,
  created_at   timestamptz not null default now(),
  primary key (org_id, key_hash)
);
select tenant_table('idempotency_keys');
