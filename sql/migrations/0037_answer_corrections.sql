-- What people say of whole answers: whether one names a brand or competitor, where and how favourably. The observations
-- of a corrected answer have the corrections applied, so whatever reads them counts corrections too. What the extraction
-- and models made of it is kept beside, so that a correction can be undone.
create table answer_corrections (
  org_id       text collate "C" not null,
  run_id       text collate "C" not null,
  subject_id   text collate "C" not null, -- a brand or a competitor
  kind         text not null check (kind in ('BRAND', 'COMPETITOR')),
  brand_id     text collate "C" not null, -- of the run
  named        boolean not null,
  position     integer,  -- null: where the extraction found it, or last
  sentiment    smallint, -- hundredths, 0 to 10000; null: as read
  note         text,
  batch_id     text collate "C", -- corrections that were made together; null: made alone
  corrected_by text collate "C" not null, -- a user
  corrected_at timestamptz(3) not null default now(),
  primary key (org_id, run_id, subject_id),
  foreign key (org_id, run_id) references runs (org_id, id) on delete cascade
);
create index answer_corrections_by_time on answer_corrections (org_id, brand_id, corrected_at);
create index answer_corrections_by_batch on answer_corrections (org_id, batch_id) where batch_id is not null;
select tenant_table('answer_corrections');

-- The observations of corrected answers as they are without corrections. An answer without corrections has none here.
create table machine_observations (
  org_id             text collate "C" not null,
  run_id             text collate "C" not null,
  subject_id         text collate "C" not null,
  kind               text not null,
  named              boolean not null,
  position           integer,
  sentiment          smallint,
  sentiment_reader   text collate "C",
  snippet            text,
  named_as           text,
  naming_rule        text collate "C",
  extraction_version smallint not null,
  primary key (org_id, run_id, subject_id),
  foreign key (org_id, run_id) references runs (org_id, id) on delete cascade
);
select tenant_table('machine_observations');

alter table observations drop constraint observations_reader;
alter table observations
  add constraint observations_reader check (sentiment_reader in ('LEXICON', 'MODEL', 'SENT', 'PERSON')) not valid;

-- Corrections that were made together, to be undone together. Their rows above have its id.
create table correction_batches (
  org_id      text collate "C" not null references organisations on delete cascade,
  id          text collate "C" not null,
  origin      text not null check (origin in ('FILTER', 'ADOPTION')),
  filter      jsonb,    -- of FILTER: which answers
  named       boolean,  -- of FILTER: what was said of them
  sentiment   smallint, -- hundredths; null: as read
  note        text,
  answers     integer not null, -- corrected
  is_complete boolean not null, -- whether no other answer matched when it was made
  created_by  text collate "C" not null, -- a user
  created_at  timestamptz(3) not null default now(),
  primary key (org_id, id)
);
select tenant_table('correction_batches');
