-- The mark by which stores of snapshots (SNAPSHOT_STORE) say that they are this database's; null: it has taken none.
alter table snapshot_state add column store_mark text;
grant select on snapshot_state to sightline_app;
