-- Finds the runs of one part of a snapshot (bucket × month), so that an export costs what changed.
create index runs_by_part on runs ((right(org_id, 1)), (cast(executed_at at time zone 'UTC' as date)));
