-- What an organisation decided about opportunities. One without a row is open.
create table opportunity_marks (
  org_id   text collate "C" not null references organisations on delete cascade,
  id       text collate "C" not null, -- of the opportunity: made of brand, kind and subject
  brand_id text collate "C" not null,
  kind     text not null check (kind in ('SOURCE', 'PROMPT', 'CRITICISM', 'OWN_PAGE')),
  subject  text not null, -- a domain, the text of a prompt, or a URL
  state    text not null check (state in ('WATCHED', 'DONE', 'DISMISSED')),
  set_by   text collate "C" not null, -- a user
  set_at   timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
);
create index opportunity_marks_by_time on opportunity_marks (org_id, set_at, id);
select tenant_table('opportunity_marks');
