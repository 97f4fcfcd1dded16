-- Forgotten passwords and second factors. These belong to accounts, which no organisation owns.

-- An address that asked for a link. It is looked up after the answer, so that the answer takes as long for every address.
create table password_requests (
  id           text collate "C" primary key,
  email        text collate "C" not null,
  requested_at timestamptz(3) not null default now()
);
grant select, insert, delete on password_requests to sightline_app;
grant select (id, requested_at) on password_requests to sightline_worker;

create table password_resets (
  hash       bytea primary key, -- SHA-256 of the token
  user_id    text collate "C" not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index password_resets_by_user on password_resets (user_id);
grant select, insert, update, delete on password_resets to sightline_app;

create table second_factors (
  user_id      text collate "C" primary key references users on delete cascade,
  secret       bytea not null, -- sealed
  last_step    bigint not null, -- of the latest code that was taken: neither it nor an earlier one is taken again
  confirmed_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on second_factors to sightline_app;

-- A secret that no code has confirmed yet.
create table second_factor_enrolments (
  user_id    text collate "C" primary key references users on delete cascade,
  secret     bytea not null, -- sealed
  expires_at timestamptz not null
);
grant select, insert, update, delete on second_factor_enrolments to sightline_app;

create table recovery_codes (
  user_id text collate "C" not null references users on delete cascade,
  hash    bytea not null, -- SHA-256
  used_at timestamptz,
  primary key (user_id, hash)
);
grant select, insert, update, delete on recovery_codes to sightline_app;

-- A login whose password was right and that waits for a code.
create table login_challenges (
  hash            bytea primary key, -- SHA-256 of the challenge
  user_id         text collate "C" not null references users on delete cascade,
  organisation_id text collate "C" not null, -- which the login is for
  is_enrolment    boolean not null, -- the account has no second factor yet, and that organisation demands one
  tries           smallint not null default 0, -- wrong codes
  expires_at      timestamptz not null
);
create index login_challenges_by_user on login_challenges (user_id);
grant select, insert, update, delete on login_challenges to sightline_app;

alter table organisations add column demands_second_factor boolean not null default false;
