-- The sending of webhooks. A delivery that is PENDING and due is the job; a webhook is its lane.

alter table webhooks
  add column disabled_reason text,          -- why the sender switched it off; null: it did not
  add column disabled_at     timestamptz(3),
  add column failing_since   timestamptz(3), -- the first failed try after which none went well
  add column lags            boolean not null default false; -- its latest try failed or was slow: it shares few lanes with such

alter table webhook_deliveries
  add column tries    smallint not null default 0, -- with an outcome; attempts may be more, where a sender was killed
  add column reason   text, -- why it FAILED
  add column sequence bigint generated always as identity; -- the order in which events of one time were written

-- An attempt is written before it is sent, so that none is sent without a trace.
alter table webhook_attempts
  add column host            text,
  add column request_headers jsonb;

-- In the order of a lane: the lanes are found by a descent each, however much waits in one.
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, next_attempt_at, sequence)
  where state = 'PENDING';

select worker_sees('webhooks', 'org_id, id, lags');
select worker_sees('webhook_deliveries', 'org_id, webhook_id, state, next_attempt_at');

-- The program itself changes things too: it switches off a webhook.
alter table audit_log drop constraint audit_log_actor_type_check;
alter table audit_log add constraint audit_log_actor_type_check
  check (actor_type in ('USER', 'API_KEY', 'OPERATOR', 'SYSTEM'));
