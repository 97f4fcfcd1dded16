-- Files of exports and pins in the store that servers share (SNAPSHOT_STORE).

-- Of the file in the store; null: it is on the disk of the server that made it alone.
alter table exports add column sha256 text collate "C";

-- What all servers keep together is counted by its rows.
grant select (bytes) on exports to sightline_worker;
select worker_sees('pin_files', 'org_id, sha256, bytes');
