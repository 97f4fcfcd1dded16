-- Whose publisher makes the snapshots: servers that do not share their snapshots would otherwise replace each other's
-- for ever, each time reading everything.
alter table snapshot_state
  add column publisher_store  text,    -- where it puts them: publishers of one place take turns
  add column publisher_schema integer, -- version of their tables
  add column publisher_at     timestamptz; -- when it was last at work
