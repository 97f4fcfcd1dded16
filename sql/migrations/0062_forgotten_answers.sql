-- Answers whose texts are forgotten after some months: what was counted stays, the text and sentences of it go.

-- How long an organisation keeps the texts of its answers, and how far forgetting is. No row: for ever.
create table answer_retentions (
  org_id           text collate "C" primary key references organisations on delete cascade,
  months           smallint check (months between 1 and 120), -- null: for ever
  set_at           timestamptz(3) not null default now(),
  set_by           text collate "C" not null, -- a user
  -- Answers are gone through by (executed_at, id); the texts of all up to these are gone. Answers that are taken in with an
  -- earlier time set them back. null: none is gone.
  forgotten_before timestamptz(3),
  forgotten_to     text collate "C" not null default '',
  completed_before timestamptz(3), -- of these answers the copies in other tables are gone too; null: there is work to do
  forgot_at        timestamptz(3), -- when a text was removed last: snapshots, pins and exports from before may hold it
  answers          bigint not null default 0 -- how many texts were removed
);
select tenant_table('answer_retentions');
select worker_sees('answer_retentions', 'org_id, months, completed_before, set_at, forgot_at');

alter table runs add column forgotten_at timestamptz(3); -- when its text was removed; null: it is there

-- The sentences of all answers before this day were removed from the pin's files; null: of none.
alter table pins add column texts_before date;
