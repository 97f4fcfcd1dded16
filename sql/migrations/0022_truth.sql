-- Who made each sentiment score, how each name was found, in which language an answer is, and names told apart further.

-- null: extracted by a version that did not say.
alter table observations
  add column sentiment_reader text collate "C",
  add column named_as text,
  add column naming_rule text collate "C",
  add constraint observations_reader check (sentiment_reader in ('LEXICON', 'MODEL', 'SENT')) not valid,
  add constraint observations_rule check (naming_rule in ('AS_ENTERED', 'SPELLING', 'PLURAL', 'LETTERS', 'AFFIX')) not valid;
alter table runs
  add column language text collate "C"; -- of most of the answer, ISO 639-1
alter table brands
  add column ignored_phrases text[] not null default '{}', -- hold one of its names and do not name it
  add column count_inside_longer_names boolean not null default false;
alter table competitors
  add column ignored_phrases text[] not null default '{}',
  add column count_inside_longer_names boolean not null default false;
