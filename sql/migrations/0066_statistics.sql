-- Renews the planner's statistics of what ingestion writes. Only the owner of a table may analyse it. A table that is
-- analysed already is skipped, and a failure must not end the caller's transaction.
create function renew_statistics() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze (skip_locked) runs, observations, mentions, citations;
exception when others then
  raise warning 'the statistics were not renewed: %', sqlerrm;
end $$;
revoke all on function renew_statistics() from public;
grant execute on function renew_statistics() to sightline_app;
