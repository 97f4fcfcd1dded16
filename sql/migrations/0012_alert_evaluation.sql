-- The evaluation of alert rules, and what Slack is told of alerts.

-- What a rule was evaluated on last. It is due again when the organisation's data, the day or the rule is another.
create table alert_rule_states (
  org_id          text collate "C" not null,
  rule_id         text collate "C" not null,
  snapshot_id     text collate "C" not null, -- ids grow with time: an older snapshot is not gone back to
  data            text not null,             -- content of the organisation's part of it
  day             date not null,             -- the day after the last one that counted
  rule_updated_at timestamptz not null,
  evaluated_at    timestamptz not null default now(),
  calm_since      date, -- an ACTIVE alert's numbers do not trigger any more, since this day without a break
  quiet_until     date, -- nothing is raised before: an alert was resolved, and the windows hold its days
  primary key (org_id, rule_id),
  foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade
);
select tenant_table('alert_rule_states');
select worker_sees('alert_rule_states', 'org_id, rule_id, snapshot_id, data, day, rule_updated_at');
select worker_sees('alert_rules', 'org_id, id, is_active, updated_at');
create index alert_rules_active on alert_rules (org_id) where is_active;

create index alerts_by_rule on alerts (org_id, rule_id, resolved_at);

-- What Slack is told, once, by the row that is the job. A message is kept until its alert goes.
create table slack_messages (
  org_id          text collate "C" not null,
  id              text collate "C" not null,
  alert_id        text collate "C" not null,
  body            text not null, -- JSON, as it is sent
  state           text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  tries           smallint not null default 0, -- begun
  next_attempt_at timestamptz(3) default now(), -- null: none is to come
  created_at      timestamptz(3) not null default now(),
  finished_at     timestamptz(3),
  status          smallint, -- of the latest answer
  error           text,     -- why the latest try failed
  primary key (org_id, id),
  foreign key (org_id, alert_id) references alerts (org_id, id) on delete cascade
);
create index slack_messages_due on slack_messages (org_id, next_attempt_at) where state = 'PENDING';
create index slack_messages_by_alert on slack_messages (org_id, alert_id);
select tenant_table('slack_messages');
select worker_sees('slack_messages', 'org_id, state, next_attempt_at');
