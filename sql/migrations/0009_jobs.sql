-- Work that runs by itself. What is to be done follows from the rows it concerns (a delivery that is due, names
-- that changed): the row that the API shows is the job, so nothing can be enqueued twice, lost, or disagree with
-- it after a crash. Here is only who works on what at the moment.

-- Sees of every organisation what is due, column by column, and nothing else; each migration that adds a kind of
-- work grants its columns.
do $$
begin
  begin create role sightline_worker nologin; exception when duplicate_object or unique_violation then null; end;
  begin execute format('grant sightline_worker to %I', current_user);
  exception when unique_violation then null; end;
end $$;
grant usage on schema public to sightline_worker;

-- A lane is what one worker at a time may work on: (organisation, subject) of a kind of job.
create table job_leases (
  org_id       text collate "C" not null, -- '' for work on the whole installation
  kind         text not null,
  subject_id   text collate "C" not null, -- '' where the organisation is the lane
  holder       text, -- null: nobody; after a failure the lane rests until leased_until
  leased_until timestamptz not null,
  failures     integer not null default 0, -- one after the other, none in between went well
  last_error   text,
  primary key (org_id, kind, subject_id)
);

-- When work that follows from the clock alone is due next.
create table job_schedule (
  kind   text primary key,
  due_at timestamptz not null
);

grant select, insert, update, delete on job_leases, job_schedule to sightline_worker;
grant select (id, lexicon_version, reextracted_version) on organisations to sightline_worker;

-- Makes what is due of a tenant table visible to workers: these columns alone, of all organisations.
create function worker_sees(target regclass, columns text) returns void language plpgsql as $$
begin
  execute format('grant select (%s) on %s to sightline_worker', columns, target);
  execute format('create policy worker on %s for select to sightline_worker using (true)', target);
end $$;
