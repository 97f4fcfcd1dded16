-- Prompts with their schedule, runs that are not finished, corrections of mentions, trials.

alter table queries
  add column scheduled_at    timestamptz(3), -- when it is run next
  add column repeat_interval text check (repeat_interval in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY')),
  add column tags            text[] not null default '{}',
  add column archived_at     timestamptz,
  add column updated_at      timestamptz not null default now(),
  add constraint queries_repeat_from check (repeat_interval is null or scheduled_at is not null),
  add constraint queries_archived_unscheduled check (archived_at is null or scheduled_at is null);

-- A run without an answer, or not sent by anyone, lacks what comes with these. executed_at of one that is
-- QUEUED is when it is due.
alter table runs
  alter column external_id drop not null,
  alter column answer drop not null,
  alter column content_hash drop not null,
  alter column extraction_version drop not null,
  alter column lexicon_version drop not null,
  add column failure text,
  add constraint runs_completed_read check (
    state <> 'COMPLETED' or (answer is not null and extraction_version is not null and lexicon_version is not null));

-- Lists of runs and mentions are by time, over the organisation or one query.
create index runs_by_execution on runs (org_id, executed_at desc, id desc);
create index runs_by_query_and_execution on runs (org_id, query_id, executed_at desc, id desc);
drop index runs_by_query;

-- What a person says of a mention. Bound to the mention by its id alone, which is of (run, brand, URL): the
-- mention itself is written anew whenever answers are read again.
create table mention_corrections (
  org_id       text collate "C" not null,
  mention_id   text collate "C" not null,
  run_id       text collate "C" not null,
  sentiment    smallint, -- hundredths, 0 to 10000; null: as extracted
  source_type  text collate "C", -- null: as extracted
  dismissed    boolean not null,
  note         text,
  corrected_by text collate "C" not null, -- a user
  corrected_at timestamptz(3) not null default now(),
  primary key (org_id, mention_id),
  foreign key (org_id, run_id) references runs (org_id, id) on delete cascade
);
create index mention_corrections_by_run on mention_corrections (org_id, run_id);
select tenant_table('mention_corrections');

-- Prompts that are tried out. Not queries and not runs, so that no report can count them.
create table trials (
  org_id     text collate "C" not null,
  id         text collate "C" not null,
  brand_id   text collate "C" not null,
  query_text text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
select tenant_table('trials');

create table trial_runs (
  org_id      text collate "C" not null,
  trial_id    text collate "C" not null,
  platform    text collate "C" not null,
  state       text not null check (state in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  model       text,
  answer      text,
  failure     text,
  executed_at timestamptz(3),
  primary key (org_id, trial_id, platform),
  foreign key (org_id, trial_id) references trials (org_id, id) on delete cascade
);
select tenant_table('trial_runs');
