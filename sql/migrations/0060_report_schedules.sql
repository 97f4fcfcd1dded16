-- Reports that go out by themselves: schedules, who agreed to get them, and what went out when.

-- What several mails have in common: a report with its attachment. Each of its mails adds how to have no more of it.
create table mail_contents (
  org_id     text collate "C" not null references organisations on delete cascade,
  id         text collate "C" not null,
  subject    text not null,
  html       text not null,
  text       text not null,
  file_name  text,  -- of the attachment; null: none
  file_type  text,
  file       bytea,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index mail_contents_by_time on mail_contents (org_id, created_at);
select tenant_table('mail_contents');

alter table mail_messages add column content_id text collate "C"; -- null: its text is made of data
alter table mail_messages drop constraint mail_messages_kind_check;
-- Not validated: the rows that are there meet the narrower check that this replaces.
alter table mail_messages add constraint mail_messages_kind check (kind in
  ('INVITATION', 'PASSWORD_RESET', 'ALERT', 'QUOTA_WARNING', 'REPORT', 'REPORT_CONFIRMATION', 'REPORT_FAILED')) not valid;
create index mail_messages_by_content on mail_messages (org_id, content_id) where content_id is not null;

-- An address and the reports of one schedule. Members need not confirm; whoever stopped them must confirm again.
create table mail_consents (
  org_id       text collate "C" not null references organisations on delete cascade,
  subject_id   text collate "C" not null, -- a report schedule
  address      text collate "C" not null,
  asked_at     timestamptz(3), -- the latest mail that asks
  confirmed_at timestamptz(3),
  stopped_at   timestamptz(3),
  primary key (org_id, subject_id, address)
);
select tenant_table('mail_consents');

create table report_schedules (
  org_id     text collate "C" not null references organisations on delete cascade,
  id         text collate "C" not null,
  name       text not null,
  view_id    text collate "C" not null, -- no foreign key: a schedule whose view is gone says so
  rhythm     text not null check (rhythm in ('DAY', 'WEEK', 'MONTH')),
  weekday    smallint,                  -- of WEEK: 1 is Monday
  month_day  smallint,                  -- of MONTH: a day that a month lacks is its last
  hour       smallint not null,
  time_zone  text not null,             -- as Postgres and browsers name it
  addresses  text[] not null,
  slack      boolean not null,
  webhooks   boolean not null,
  attachment text check (attachment in ('CSV', 'XLSX')),
  is_active  boolean not null default true,
  next_at    timestamptz(3),            -- null: it is off
  created_by text collate "C" not null, -- a user
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index report_schedules_due on report_schedules (next_at) where next_at is not null;
select tenant_table('report_schedules');
select worker_sees('report_schedules', 'org_id, id, next_at');

-- What became of each period of a schedule, once a recipient.
create table report_deliveries (
  org_id      text collate "C" not null,
  schedule_id text collate "C" not null,
  period      text collate "C" not null, -- the day it was planned for, in the zone of the schedule
  recipient   text collate "C" not null, -- an address, SLACK, WEBHOOKS; '' of a period in which nothing was made
  id          text collate "C" not null,
  outcome     text not null check (outcome in ('QUEUED', 'NOT_CONFIRMED', 'STOPPED', 'NO_MAIL', 'FAILED', 'MISSED')),
  reason      text,
  message_id  text collate "C", -- of the mail or the message to Slack
  planned_at  timestamptz(3) not null,
  created_at  timestamptz(3) not null default now(),
  primary key (org_id, schedule_id, period, recipient),
  foreign key (org_id, schedule_id) references report_schedules (org_id, id) on delete cascade
);
create index report_deliveries_by_time on report_deliveries (org_id, schedule_id, created_at, id);
select tenant_table('report_deliveries');

-- Messages to Slack are of alerts and of reports. Who made what a message is of learns that it was refused.
alter table slack_messages alter column alert_id drop not null;
alter table slack_messages add column report jsonb; -- null: it is of an alert

-- The ways that the alerts of a rule go; null: all ways of alerts.
alter table alert_rules add column destinations text[];
