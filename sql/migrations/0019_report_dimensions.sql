-- What reports can be broken down by besides brand, prompt and platform.

-- The country a prompt was asked from, ISO 3166-1 alpha-2. Not validated: the rows that are there have none.
alter table runs
  add column country text collate "C",
  add constraint runs_country check (country ~ '^[A-Z]{2}$') not valid;
alter table queries
  add column country  text collate "C" check (country ~ '^[A-Z]{2}$'), -- of the runs to come
  add column branded  boolean not null default false; -- whether the text names the query's brand

-- Finds the queries of one part of a snapshot, as runs_by_part does those of runs.
create index queries_by_part on queries ((right(org_id, 1)));

-- Whether a query counts as branded: its tags win over its text, and "unbranded" over "branded". "C": case in ASCII alone.
create function counts_as_branded(branded boolean, tags text[]) returns boolean
language sql immutable parallel safe
return coalesce(
  (select bool_and(lower(tag collate "C") = 'branded') from unnest(tags) as tag
   where lower(tag collate "C") in ('branded', 'unbranded')),
  branded);

-- Queries that are there are compared with the names of their brands at the end of the next pass over the answers,
-- which reads no answer anew for this.
update organisations set lexicon_version = lexicon_version + 1;
