-- Prompts and tags that look alike are one: NFC, blanks folded. textIdentity in src/base/definitions.ts is the rule;
-- this copy is for the rows that are here already.
create function text_identity(given text) returns text language sql immutable as $$
  select btrim(regexp_replace(
    translate(normalize(given, NFC),
      U&'\0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\00AD\200B\2060\FEFF',
      repeat(' ', 24)),
    ' +', ' ', 'g'))
$$;

alter table queries
  -- Null: query_text is its own identity.
  add column identity    text collate "C",
  -- The spelling that the brand had first, by which reports go; null: query_text.
  add column prompt      text collate "C",
  -- Above 0: one of several prompts of an identity that were here before identities.
  add column look_alike  integer not null default 0,
  -- The prompt that its runs went to, and when; it is archived then, and no answer is matched to it. null: none.
  add column merged_into text collate "C",
  add column merged_at   timestamptz;
alter table runs
  add column identity    text collate "C", -- as of queries
  add column prompt      text collate "C", -- as of queries
  add column merged_from text collate "C"; -- the prompt that it had before a merge

alter table queries no force row level security;
alter table runs no force row level security;

update queries set identity = text_identity(query_text) where text_identity(query_text) <> query_text;
update runs set identity = text_identity(query_text) where text_identity(query_text) <> query_text;
update queries q set look_alike = a.place
from (select org_id, id, row_number() over (partition by org_id, brand_id, platform, coalesce(identity, query_text)
                                            order by created_at, id) - 1 as place from queries) a
where a.org_id = q.org_id and a.id = q.id and a.place > 0;
create temporary table first_spellings on commit drop as
  select distinct org_id, brand_id, coalesce(identity, query_text) as identity,
         first_value(query_text) over (partition by org_id, brand_id, coalesce(identity, query_text)
                                       order by created_at, id) as first
  from queries;
update queries q set prompt = f.first from first_spellings f
where f.org_id = q.org_id and f.brand_id = q.brand_id and f.identity = coalesce(q.identity, q.query_text)
  and q.query_text <> f.first;
update runs r set prompt = f.first from first_spellings f
where f.org_id = r.org_id and f.brand_id = r.brand_id and f.identity = coalesce(r.identity, r.query_text)
  and r.query_text <> f.first;
update queries set tags = array(
  select tag from (select text_identity(tag) as tag, min(at) as at from unnest(tags) with ordinality as t(tag, at)
                   group by text_identity(tag)) named
  where tag <> '' order by at)
where exists (select from unnest(tags) as tag where text_identity(tag) <> tag);

alter table queries force row level security;
alter table runs force row level security;

drop index queries_by_text;
create unique index queries_by_identity
  on queries (org_id, brand_id, md5(coalesce(identity, query_text)), platform, look_alike);

drop function text_identity(text);
