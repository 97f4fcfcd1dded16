-- Runs are ingested without an answer too, and where an answer's citations come from is noted.

-- null: not known, or the platform did not search and named none. With _NONE there is no citation: the sender's list was
-- empty, or the text has no link. A run of TEXT takes the links of its text whenever it is extracted.
alter table runs add column citations_from text collate "C";
alter table runs add constraint runs_citations_from check (
  citations_from in ('PLATFORM', 'SENT', 'TEXT', 'SENT_NONE', 'TEXT_NONE')) not valid;

-- A blank answer was stored as one that names nobody; it is a failure. Texts that were forgotten are empty and stay, as
-- do answers of markup or reasoning alone: only extraction can tell those.
create function is_blank_answer(answer text) returns boolean language sql immutable as $$
  select octet_length(answer) <= 2000 and answer ~* ('^([\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160'
    '\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]'
    '|</?(br|p|div|span)\s*/?>|&(nbsp|ensp|emsp|thinsp|zwnj|zwj|#160|#8203|#xa0|#x200b);)*$')
$$;
-- The policies bind the owner too, unless it is a superuser: without this it would see no row to change.
alter table runs no force row level security;
alter table observations no force row level security;
alter table citations no force row level security;
alter table changed_parts no force row level security;
update runs set state = 'FAILED', failure = 'The answer is blank.', extraction_version = null, lexicon_version = null,
    failure_reason = case when source <> 'INGESTED' then 'BAD_ANSWER' end
  where state = 'COMPLETED' and forgotten_at is null and is_blank_answer(answer);
delete from observations o using runs r
  where r.org_id = o.org_id and r.id = o.run_id and r.state = 'FAILED' and r.failure = 'The answer is blank.';
delete from citations c using runs r
  where r.org_id = c.org_id and r.id = c.run_id and r.state = 'FAILED' and r.failure = 'The answer is blank.';
insert into changed_parts (org_id, part, month, day)
  select org_id, 'runs', date_trunc('month', day)::date, day
  from (select distinct org_id, (executed_at at time zone 'UTC')::date as day from runs
        where state = 'FAILED' and failure = 'The answer is blank.') blank;
alter table runs force row level security;
alter table observations force row level security;
alter table citations force row level security;
alter table changed_parts force row level security;
drop function is_blank_answer(text);
