-- Citation campaigns, content made from gaps in answers, and schema.org markup of brands.

create table campaigns (
  org_id       text collate "C" not null,
  id           text collate "C" not null,
  brand_id     text collate "C" not null,
  type         text not null check (type in ('REVIEW_GENERATION', 'REDDIT_ENGAGEMENT', 'MEDIA_OUTREACH')),
  name         text not null,
  target_count integer check (target_count >= 1),
  state        text not null default 'ACTIVE' check (state in ('ACTIVE', 'CLOSED')),
  starts_at    timestamptz(3) not null,
  closed_at    timestamptz(3),
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade,
  check ((state = 'CLOSED') = (closed_at is not null))
);
create index campaigns_by_brand on campaigns (org_id, brand_id);
select tenant_table('campaigns');

create table content_briefs (
  org_id     text collate "C" not null,
  id         text collate "C" not null,
  brand_id   text collate "C" not null,
  topic      text not null,
  findings   jsonb not null, -- what the answers said when it was made: they change, the brief does not
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
create index content_briefs_by_brand on content_briefs (org_id, brand_id);
select tenant_table('content_briefs');

create table content_drafts (
  org_id     text collate "C" not null,
  id         text collate "C" not null,
  brand_id   text collate "C" not null,
  brief_id   text collate "C",
  title      text not null,
  body       text not null,
  status     text not null default 'DRAFT' check (status in ('DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED')),
  version    integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade,
  foreign key (org_id, brief_id) references content_briefs (org_id, id)
);
create index content_drafts_by_brand on content_drafts (org_id, brand_id);
create index content_drafts_by_brief on content_drafts (org_id, brief_id);
select tenant_table('content_drafts');

create table content_draft_versions (
  org_id     text collate "C" not null,
  draft_id   text collate "C" not null,
  version    integer not null, -- from 1
  title      text not null,
  body       text not null,
  created_by text collate "C" not null, -- a user, who may be gone since
  created_at timestamptz(3) not null default now(),
  primary key (org_id, draft_id, version),
  foreign key (org_id, draft_id) references content_drafts (org_id, id) on delete cascade
);
select tenant_table('content_draft_versions');

-- Briefs and drafts made in a UTC month: deleting one gives nothing of the quota back.
create table content_months (
  org_id text collate "C" not null references organisations on delete cascade,
  month  date not null, -- its first day
  made   integer not null,
  primary key (org_id, month)
);
select tenant_table('content_months');

create table brand_schemas (
  org_id     text collate "C" not null,
  id         text collate "C" not null,
  brand_id   text collate "C" not null,
  type       text not null,
  json_ld    json not null, -- as it was sent: order counts for readers
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
create index brand_schemas_by_brand on brand_schemas (org_id, brand_id);
select tenant_table('brand_schemas');
