-- The names under which every kept answer was read: what changed since tells which answers are to be read again.
-- An answer whose runs.lexicon_version is not above this version says what it would say under these names.
create table read_names (
  org_id  text collate "C" primary key references organisations on delete cascade,
  version bigint not null, -- organisations.reextracted_version when these were written
  names   jsonb not null
);
select tenant_table('read_names');
