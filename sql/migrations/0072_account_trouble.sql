-- What of a platform's response was not read: a list of {kind, count}; null: nothing, or nobody looked.
alter table runs add column left_out jsonb;

-- Trouble of an account at a platform pauses its queue, as a rate limit does.
alter table platform_lanes drop constraint platform_lanes_pause_reason_check;
alter table platform_lanes add constraint platform_lanes_pause_reason_check
  check (pause_reason in ('FAULTS', 'RATE_LIMIT', 'SPEND_LIMIT', 'NO_CREDIT', 'UNKNOWN_MODEL', 'FORBIDDEN'));
