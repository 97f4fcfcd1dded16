-- What reading answers again changed, a brand each: history changes when a person has it read again, and this says so.
create table extractions (
  org_id             text collate "C" not null references organisations on delete cascade,
  id                 text collate "C" not null, -- one reading of an organisation's answers
  brand_id           text collate "C" not null,
  version_before     smallint not null, -- the lowest that had read one of these answers
  version_after      smallint not null,
  started_at         timestamptz(3) not null,
  touched_at         timestamptz(3) not null, -- when answers of the brand were written last
  finished_at        timestamptz(3), -- null: under way, or ended in the middle; another reading has the rest
  answers            integer not null,
  changed            integer not null,
  named_gained       integer not null, -- answers that name the brand now
  named_lost         integer not null,
  competitors_gained integer not null, -- namings of competitors
  competitors_lost   integer not null,
  scores_moved       integer not null, -- sentiments of the brand that are known before and after
  scores_unknown     integer not null,
  positions_changed  integer not null,
  primary key (org_id, id, brand_id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
select tenant_table('extractions');
create index extractions_by_brand on extractions (org_id, brand_id, touched_at);

-- null: the pin is not made yet.
alter table pins add column extraction_versions smallint[];
-- Before this there was one version. The policies bind the owner too, unless it is a superuser.
alter table pins no force row level security;
update pins set extraction_versions = '{1}' where state = 'READY';
alter table pins force row level security;
