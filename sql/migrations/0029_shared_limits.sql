-- What several servers on one database tell each other of their rate limits. The tables are unlogged: their loss costs
-- nothing, because each server tells again what it holds in memory. Owners are keyed hashes (HMAC with JWT_SECRET), so
-- that nobody who reads the tables can try out addresses or names of accounts.

-- Token buckets (GCRA): the time, by the clock of the database, at which a bucket will be full.
create unlogged table rate_buckets (
  owner   bigint primary key,
  full_at timestamptz not null
) with (fillfactor = 50); -- rows are updated in place, often

-- Requests of a UTC day.
create unlogged table rate_days (
  owner    bigint not null,
  day      date not null,
  requests bigint not null,
  primary key (owner, day)
) with (fillfactor = 50);

-- The servers that run now: each renews its row every second. One that is alone shares nothing.
create unlogged table servers (
  id       uuid primary key,
  seen_at  timestamptz not null,
  heard_at timestamptz -- it knows of all servers that came before this, and has told its counts since
);

grant select, insert, update, delete on rate_buckets, rate_days, servers to sightline_app;
