-- Answers that a provider captures, instead of the platform's own API.

-- The integration that was asked, by its type; null: the platform's own.
alter table run_attempts add column provider text collate "C";

-- What is spent by an integration in a day: of a platform's own, and of a provider over all its platforms.
drop index run_attempts_by_day;
create index run_attempts_by_day on run_attempts (org_id, platform, sent_at) include (charge_micros)
  where provider is null;
create index run_attempts_by_provider on run_attempts (org_id, provider, sent_at) include (charge_micros)
  where provider is not null;
