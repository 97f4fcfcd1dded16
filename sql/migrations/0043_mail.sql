-- Mail by SMTP: what is to be sent, who refused it, who wants it.

-- Whether the process that sends has a server to send by. Without one nothing is queued: no heap of old mail goes out on
-- the day on which there is one.
create table mail_state (
  only_row boolean primary key default true check (only_row),
  sender   text -- its address; null: no mail is sent
);
insert into mail_state (sender) values (null);
grant select, update on mail_state to sightline_app;

-- The row is the job. A message to each address is a row of its own.
create table mail_messages (
  org_id          text collate "C" not null references organisations on delete cascade,
  id              text collate "C" not null, -- its Message-ID is made of it
  kind            text not null check (kind in ('INVITATION', 'PASSWORD_RESET', 'ALERT', 'QUOTA_WARNING')),
  address         text collate "C" not null, -- as accounts have it
  user_id         text collate "C", -- whose choice of mails applies; null: an invitation
  data            jsonb not null, -- what the text is made of; no secret
  secret          bytea, -- sealed: the token of its link, until it has ended
  state           text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  tries           smallint not null default 0, -- begun
  unanswered      smallint not null default 0, -- tries in which all was sent and no answer came
  begun_at        timestamptz(3), -- the latest try
  next_attempt_at timestamptz(3) default now(), -- null: none is to come
  created_at      timestamptz(3) not null default now(),
  finished_at     timestamptz(3),
  status          smallint, -- of the latest answer
  error           text,     -- why the latest try failed
  primary key (org_id, id)
);
create index mail_messages_due on mail_messages (org_id, next_attempt_at) where state = 'PENDING';
create index mail_messages_by_try on mail_messages (org_id, begun_at);
select tenant_table('mail_messages');
select worker_sees('mail_messages', 'org_id, state, next_attempt_at');

create table mail_addresses (
  org_id     text collate "C" not null references organisations on delete cascade,
  id         text collate "C" not null,
  address    text collate "C" not null,
  is_paused  boolean not null,
  refusals   integer not null, -- since it last took a mail
  status     smallint not null,
  reason     text not null,
  refused_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, address)
);
create index mail_addresses_by_time on mail_addresses (org_id, refused_at, id);
select tenant_table('mail_addresses');

-- What a member chose; without a row, or null, the role decides.
create table mail_choices (
  org_id         text collate "C" not null,
  user_id        text collate "C" not null,
  alerts         boolean,
  quota_warnings boolean,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);
select tenant_table('mail_choices');
