-- Stance by a model: an organisation has one of its AI platforms read how favourably each answer speaks of those it names.

-- Since when an integration reads stance; null: it does not. Scores of an organisation come from one reader.
alter table integrations add column stance_since timestamptz(3);
create unique index integrations_reading_stance on integrations (org_id) where stance_since is not null;
-- The policies bind the owner too, unless it is a superuser: without this it would see no row to change.
alter table integrations no force row level security;
update integrations set settings = settings || '{"stance": {"enabled": false, "model": null}}' where type <> 'SLACK';
alter table integrations force row level security;

-- What a model is to read, or has read, of one run. due_at is there as long as it is PENDING or RUNNING.
create table stance_readings (
  org_id         text collate "C" not null,
  run_id         text collate "C" not null,
  platform       text collate "C" not null, -- that is asked
  state          text not null default 'PENDING' check (state in ('PENDING', 'RUNNING', 'READ', 'FALLBACK')),
  is_history     boolean not null default false, -- asked for later by hand: after all that is new
  due_at         timestamptz(3),
  give_up_at     timestamptz(3), -- not begun by then, it falls back; null: it waits as long as it takes
  tries          smallint not null default 0,
  strikes        smallint not null default 0, -- answers among them that refused, or were not what was asked for
  attempt_id     text collate "C", -- the latest in run_attempts: its outcome alone is written
  asked          jsonb, -- [{subjectId, name}], as last asked
  result         jsonb, -- [{subjectId, name, stance, score}], as last read
  cache_key      bytea, -- SHA-256 of all that was asked: the same question is asked once
  reason         text,  -- why the rules' scores stay, where it is FALLBACK
  model          text,  -- that answered
  prompt_version smallint,
  input_tokens   integer,
  output_tokens  integer,
  cost_micros    bigint, -- millionths of a US dollar; null: unknown; 0: read once for another run
  created_at     timestamptz(3) not null default now(),
  finished_at    timestamptz(3),
  primary key (org_id, run_id),
  foreign key (org_id, run_id) references runs (org_id, id) on delete cascade,
  check ((due_at is null) = (state in ('READ', 'FALLBACK'))),
  check ((reason is null) = (state <> 'FALLBACK'))
);
-- All but the primary key are partial: a plan that was made while the table was small then finds a run by no other index,
-- which took 15 s for a batch of a history that was just made due.
create index stance_readings_due on stance_readings (org_id, platform, is_history, due_at) where due_at is not null;
create index stance_readings_in_work on stance_readings (org_id, platform, state, give_up_at) where due_at is not null;
create index stance_readings_by_state on stance_readings (org_id, platform, state, reason)
  where state in ('READ', 'FALLBACK');
create index stance_readings_by_question on stance_readings (org_id, cache_key) where state = 'READ';
select tenant_table('stance_readings');
select worker_sees('stance_readings', 'org_id, platform, state, is_history, due_at, give_up_at');

-- Readings are requests to platforms like any other, and count within the same daily limit.
alter table run_attempts
  add column stance_run_id text collate "C", -- … or of the reading of a run's stance
  add foreign key (org_id, stance_run_id) references stance_readings (org_id, run_id) on delete cascade,
  drop constraint run_attempts_check,
  add constraint run_attempts_of_one check (num_nonnulls(run_id, trial_id, stance_run_id) = 1);
create index run_attempts_of_stance on run_attempts (org_id, stance_run_id) where stance_run_id is not null;

-- Apart from the pause and the turns of prompts: where one of them fits into what is left of the limit, another may not.
alter table platform_lanes
  add column stance_paused_until timestamptz(3),
  add column stance_served_at    timestamptz(3);
grant select (pause_reason, stance_paused_until, stance_served_at) on platform_lanes to sightline_worker;
