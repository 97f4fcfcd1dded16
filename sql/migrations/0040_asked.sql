-- How a question is asked, and what the platform did: whether it searched, for what, from where, on which surface.

alter table queries
  add column search       text collate "C" not null default 'AUTO',
  add column region       text, -- sent with the country
  add column city         text,
  add column topic        text collate "C",
  add column runs_per_day smallint not null default 1; -- of repeat_interval DAILY
alter table queries add constraint queries_search check (search in ('AUTO', 'ALWAYS', 'NEVER'));
alter table queries add constraint queries_runs_per_day check (runs_per_day between 1 and 24);
alter table queries
  add constraint queries_place check (country is not null or (region is null and city is null));

alter table runs
  add column search          text collate "C", -- the mode it was asked with; null: ingested, or from before this was kept
  add column region          text,             -- as in queries
  add column city            text,
  add column searched        boolean,          -- null: unknown, as of all runs from before this was kept
  add column search_count    integer,          -- null: the platform does not say
  add column search_queries  text[],           -- in order; null: the platform does not say
  add column country_applied boolean,          -- whether the country was sent; null: no country, or ingested
  add column read_sources    jsonb;            -- [{url, title}] that the platform read and the answer does not cite

-- Not validated: the rows that are there meet the narrower checks that these replace.
alter table runs drop constraint runs_surface_check;
alter table runs
  add constraint runs_surface check (surface in ('API', 'API_WEB_SEARCH', 'APP', 'SEARCH_PAGE')) not valid;
alter table runs drop constraint runs_state_check;
alter table runs
  add constraint runs_state check (state in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'NOT_SHOWN')) not valid;

-- The first answers that were asked from their country are a break.
create index runs_by_country_sent on runs (org_id, brand_id, platform, executed_at) where country_applied;

-- What a page is (list, review, …), by rules on its address and title; null: not decided, or read before this was kept.
alter table citations add column page_type text collate "C";

-- The kind of a source as an organisation sets it for a domain, instead of what the rules say.
create table domain_types (
  org_id      text collate "C" not null references organisations on delete cascade,
  domain      text collate "C" not null, -- without www.
  source_type text collate "C" not null,
  set_by      text collate "C" not null, -- a user
  set_at      timestamptz(3) not null default now(),
  primary key (org_id, domain)
);
select tenant_table('domain_types');
