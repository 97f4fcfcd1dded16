-- A known value sealed under each secret that servers are given, by which a start knows whether it has the same one.
create table secret_proofs (
  name   text collate "C" primary key, -- of the variable: ENCRYPTION_KEY, JWT_SECRET
  sealed bytea not null
);
grant select, insert, update on secret_proofs to sightline_app;
