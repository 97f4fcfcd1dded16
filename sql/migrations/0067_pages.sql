-- Sources are counted by page: the one address of all spellings of a cited address, and of addresses that lead to it.

alter table citations
  add column page_url text collate "C", -- null: not read yet, so the address itself
  add column is_page boolean not null default true; -- whether it is the first address of its page in the run

-- The version of the rule by which the pages of all stored citations were read. New organisations have none to read.
alter table organisations add column page_version smallint not null default 0;
alter table organisations alter column page_version set default 1;
grant select (page_version) on organisations to sightline_worker;

-- How far the reading of stored citations is.
create table page_passes (
  org_id    text collate "C" primary key references organisations on delete cascade,
  version   smallint not null,
  after_run text collate "C" not null -- a run; those up to it are read
);
select tenant_table('page_passes');

-- What it changed, a brand each.
create table page_readings (
  org_id     text collate "C" not null,
  brand_id   text collate "C" not null,
  version    smallint not null,
  touched_at timestamptz(3) not null, -- when sources of its answers changed last
  answers    integer not null, -- whose sources changed
  joined     integer not null, -- those that cite a page by several addresses
  primary key (org_id, brand_id, version),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
select tenant_table('page_readings');
