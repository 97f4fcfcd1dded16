-- Prompts that Sightline runs itself: when they are due, what was sent, what it cost, what was missed.

alter table queries
  add column schedule_anchor timestamptz(3), -- scheduledAt as it was set: the grid that repeating keeps to
  add column schedule_set_at timestamptz(3); -- planned times before this were never promised, so none is missed
-- The policies bind the owner too, unless it is a superuser: without this it would see no row to change.
alter table queries no force row level security;
update queries set schedule_anchor = scheduled_at, schedule_set_at = now() where scheduled_at is not null;
alter table queries force row level security;
alter table queries add constraint queries_schedule_anchor check (
  (scheduled_at is null) = (schedule_anchor is null) and (scheduled_at is null) = (schedule_set_at is null));
create index queries_due on queries (scheduled_at) where scheduled_at is not null;
select worker_sees('queries', 'org_id, id, scheduled_at');

-- due_at is there as long as a run is QUEUED or RUNNING by Sightline's own doing, and nothing else is in work.
alter table runs
  add column source         text not null default 'INGESTED' check (source in ('INGESTED', 'SCHEDULE', 'MANUAL')),
  add column planned_at     timestamptz(3), -- when it was to run; null for what was ingested
  add column missed         integer,        -- planned times of its query before it that passed without a run
  add column due_at         timestamptz(3), -- when the next attempt may be made
  add column give_up_at     timestamptz(3), -- not begun by then, it fails
  add column tries          smallint not null default 0,
  add column failure_reason text,           -- FailureReason of the contract
  add column surface        text check (surface in ('API', 'API_WEB_SEARCH')),
  add column latency_ms     integer,
  add column input_tokens   integer,
  add column output_tokens  integer,
  add column cost_micros    bigint,         -- millionths of a US dollar; null: unknown
  add constraint runs_in_work check (due_at is null or state in ('QUEUED', 'RUNNING')),
  add constraint runs_planned check ((planned_at is null) = (source = 'INGESTED'));
-- A query has one run in work at most.
create unique index runs_one_in_work on runs (org_id, query_id) where due_at is not null;
create index runs_due on runs (due_at) include (org_id, platform, state, give_up_at) where due_at is not null;
create index runs_of_lane on runs (org_id, platform, due_at) where due_at is not null;
-- Coverage counts by the day that was planned, from the index alone.
create index runs_by_plan on runs (org_id, planned_at) include (brand_id, platform, state, failure_reason)
  where planned_at is not null;
select worker_sees('runs', 'org_id, query_id, platform, state, due_at, give_up_at');

alter table trial_runs
  add column due_at         timestamptz(3),
  add column give_up_at     timestamptz(3),
  add column tries          smallint not null default 0,
  add column failure_reason text;
alter table trial_runs no force row level security;
update trial_runs set due_at = now(), give_up_at = now() + interval '24 hours' where state = 'QUEUED';
alter table trial_runs force row level security;
create index trial_runs_due on trial_runs (due_at) include (org_id, platform, state, give_up_at) where due_at is not null;
create index trial_runs_of_lane on trial_runs (org_id, platform, due_at) where due_at is not null;
select worker_sees('trial_runs', 'org_id, platform, state, due_at, give_up_at');

-- Every request to a platform, written down before it is sent: one without an outcome whose worker is gone may or
-- may not have been answered, and is never repeated without saying so.
create table run_attempts (
  org_id          text collate "C" not null,
  id              text collate "C" not null,
  run_id          text collate "C", -- of a run …
  trial_id        text collate "C", -- … or of a trial on the platform
  platform        text collate "C" not null,
  ordinal         smallint not null, -- from 1
  sent_at         timestamptz(3) not null,
  finished_at     timestamptz(3),
  outcome         text check (outcome in ('ANSWERED', 'FAILED', 'INTERRUPTED')), -- null: under way
  reason          text,     -- why there is no answer, as a word
  status          smallint, -- of the platform's answer; null: none came
  error           text,
  next_attempt_at timestamptz(3), -- null: none is to come
  charge_micros   bigint not null, -- what the spend limit counts: the cost, or an estimate as long as it is unknown
  primary key (org_id, id),
  foreign key (org_id, run_id) references runs (org_id, id) on delete cascade,
  foreign key (org_id, trial_id, platform) references trial_runs (org_id, trial_id, platform) on delete cascade,
  check (num_nonnulls(run_id, trial_id) = 1)
);
create unique index run_attempts_of_run on run_attempts (org_id, run_id, ordinal) where run_id is not null;
create unique index run_attempts_of_trial on run_attempts (org_id, trial_id, platform, ordinal)
  where trial_id is not null;
create index run_attempts_by_day on run_attempts (org_id, platform, sent_at) include (charge_micros);
select tenant_table('run_attempts');

-- How an organisation's way to a platform is: its circuit breaker, kept here so that a restart does not forget it.
create table platform_lanes (
  org_id       text collate "C" not null references organisations on delete cascade,
  platform     text collate "C" not null,
  failures     integer not null default 0, -- retryable ones in a row
  paused_until timestamptz(3),
  pause_reason text check (pause_reason in ('FAULTS', 'RATE_LIMIT', 'SPEND_LIMIT')),
  served_at    timestamptz(3), -- when a worker had its last turn, so that each lane gets one
  primary key (org_id, platform)
);
select tenant_table('platform_lanes');
select worker_sees('platform_lanes', 'org_id, platform, paused_until, served_at');

-- Planned times that passed without a run, because nothing ran or the run before was still under way.
create table missed_runs (
  org_id   text collate "C" not null,
  day      date not null, -- UTC
  brand_id text collate "C" not null,
  platform text collate "C" not null,
  count    integer not null,
  primary key (org_id, day, brand_id, platform),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
select tenant_table('missed_runs');
