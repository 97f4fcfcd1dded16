-- What servers on one database tell each other of requests. It takes the place of rate_days, and of the keys and sessions in
-- rate_buckets, which counts attempts at passwords alone now. Owners are keyed hashes (HMAC with JWT_SECRET), as there.

-- The keys and sessions that are in use on a server.
alter table servers add column in_use bigint[] not null default '{}';

-- Requests of a UTC day, a row for each start of a server: it writes its own alone, so a statement that is sent twice counts
-- once. Logged, unlike rate_days: after a crash of Postgres and its servers nobody else has the counts.
create table request_days (
  owner      bigint not null,
  day        date not null,
  server     uuid not null,
  is_session boolean not null, -- or an organisation
  requests   bigint not null,
  primary key (day, owner, server)
) with (fillfactor = 50); -- rows are updated in place, often
grant select, insert, update, delete on request_days to sightline_app;

-- rate_days and servers.heard_at stay: servers of the version before, which run on while they are replaced, write them.
