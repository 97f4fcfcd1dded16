-- Alert rules and alerts, webhooks with what is sent to them, integrations. Secrets are sealed by the program.

create table alert_rules (
  org_id        text collate "C" not null,
  id            text collate "C" not null,
  brand_id      text collate "C" not null,
  type          text not null check (type in ('VISIBILITY_DROP', 'COMPETITOR_CHANGE', 'NEGATIVE_SENTIMENT', 'NEW_MENTION')),
  name          text,
  threshold     double precision not null, -- its unit is the type's
  window_days   smallint not null,
  severity      text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  platform      text, -- null: all
  competitor_id text collate "C", -- null: any of the brand's
  is_active     boolean not null default true,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade,
  foreign key (org_id, competitor_id) references competitors (org_id, id) on delete cascade
);
create index alert_rules_by_brand on alert_rules (org_id, brand_id);
create index alert_rules_by_competitor on alert_rules (org_id, competitor_id);
select tenant_table('alert_rules');

-- An alert says all it needs of its rule, which may be changed or deleted later: so no foreign key to it.
create table alerts (
  org_id          text collate "C" not null,
  id              text collate "C" not null,
  rule_id         text collate "C" not null,
  brand_id        text collate "C" not null,
  type            text not null,
  severity        text not null,
  platform        text,
  competitor_id   text collate "C",
  state           text not null default 'ACTIVE' check (state in ('ACTIVE', 'RESOLVED')),
  message         text not null,
  evidence        jsonb not null, -- windows, counts, threshold, significance
  triggered_at    timestamptz(3) not null default now(),
  acknowledged_at timestamptz(3),
  acknowledged_by text collate "C", -- a user
  resolved_at     timestamptz(3),
  resolved_by     text collate "C", -- a user; null: the evaluation
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
create unique index alerts_active on alerts (org_id, rule_id) where state = 'ACTIVE';
create index alerts_by_time on alerts (org_id, triggered_at);
create index alerts_by_brand on alerts (org_id, brand_id);
select tenant_table('alerts');

create table webhooks (
  org_id                     text collate "C" not null references organisations on delete cascade,
  id                         text collate "C" not null,
  url                        text not null,
  description                text,
  events                     text[] not null,
  is_active                  boolean not null default true,
  secret                     bytea not null, -- sealed
  previous_secret            bytea,          -- sealed; signs beside the other until it expires
  previous_secret_expires_at timestamptz(3),
  created_at                 timestamptz not null default now(),
  updated_at                 timestamptz not null default now(),
  primary key (org_id, id)
);
select tenant_table('webhooks');

-- What is to be told, once, however many webhooks and tries. The body is kept as the bytes that are signed.
create table webhook_messages (
  org_id     text collate "C" not null references organisations on delete cascade,
  id         text collate "C" not null, -- msg_…
  event      text not null,
  body       text not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
select tenant_table('webhook_messages');

-- A message on its way to a webhook. A replay is a delivery of its own of the same message.
create table webhook_deliveries (
  org_id          text collate "C" not null,
  id              text collate "C" not null,
  webhook_id      text collate "C" not null,
  message_id      text collate "C" not null,
  state           text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  created_at      timestamptz(3) not null default now(),
  next_attempt_at timestamptz(3) default now(), -- null: none is to come
  finished_at     timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, webhook_id) references webhooks (org_id, id) on delete cascade,
  foreign key (org_id, message_id) references webhook_messages (org_id, id) on delete cascade
);
create index webhook_deliveries_by_time on webhook_deliveries (org_id, webhook_id, created_at);
create index webhook_deliveries_by_message on webhook_deliveries (org_id, message_id, webhook_id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'PENDING';
select tenant_table('webhook_deliveries');

create table webhook_attempts (
  org_id           text collate "C" not null,
  delivery_id      text collate "C" not null,
  ordinal          smallint not null, -- from 1
  started_at       timestamptz(3) not null,
  duration_ms      integer not null,
  status           smallint, -- null: no answer came
  error            text,
  response_headers jsonb,
  response_body    text, -- its beginning
  primary key (org_id, delivery_id, ordinal),
  foreign key (org_id, delivery_id) references webhook_deliveries (org_id, id) on delete cascade
);
select tenant_table('webhook_attempts');

create table integrations (
  org_id         text collate "C" not null references organisations on delete cascade,
  id             text collate "C" not null,
  type           text not null,
  is_active      boolean not null default true,
  settings       jsonb not null default '{}', -- the config without its secret
  secret         bytea not null, -- sealed: apiKey, for SLACK webhookUrl
  secret_last4   text,           -- null: it is too short to show a part of it
  config_version integer not null default 1, -- raised with each change of settings or secret
  last_check     jsonb,          -- of this config_version
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, type)
);
select tenant_table('integrations');
