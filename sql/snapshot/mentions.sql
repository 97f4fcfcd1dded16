-- Mentions with their source, a page by the first of its addresses in the run, as corrected; AI_ANSWER where the answer cites none. Dismissed ones are left out, and so
-- are those of an answer that was corrected as not naming the brand.
-- (By that correction, not by the observation's `named`: without statistics, Postgres would then join all mentions of
-- a brand with each of its answers.)
-- A mention's brand is that of its run: so Postgres looks for the observation once a run, not once a mention.
-- A type of source that a person set for the mention goes before one set for the domain, and that before the rules'.
-- A score that a person corrected is that person's; otherwise its reader is that of the run (see runs.sql).
select r.org_id, m.id, m.brand_id, r.query_id, r.platform, r.query_text,
       r.executed_at at time zone 'UTC' as discovered_at,
       coalesce(k.source_type, t.source_type, c.source_type, 'AI_ANSWER') as source_type, c.source_name,
       c.url as source_url, coalesce(c.page_url, c.url) as page_url, c.title,
       o.snippet, coalesce(k.sentiment, o.sentiment) as sentiment,
       m.run_id, r.model collate "C" as model, r.country, nullif(c.domain, '') as domain,
       case when k.sentiment is not null then 'PERSON'
            when o.sentiment is not null
            then coalesce(o.sentiment_reader, case when r.sentiment_score is not null then 'SENT' else 'LEXICON' end)
       end as sentiment_reader,
       r.language, r.surface collate "C" as surface, r.searched, r.identity, r.prompt,
       case when r.citations_from in ('PLATFORM', 'SENT', 'TEXT') then r.citations_from end as citations_from
from mentions m
join runs r on r.org_id = m.org_id and r.id = m.run_id
join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
left join citations c on c.org_id = m.org_id and c.run_id = m.run_id and c.ordinal = m.ordinal
left join domain_types t on t.org_id = c.org_id and t.domain = c.domain
left join mention_corrections k on k.org_id = m.org_id and k.mention_id = m.id
left join answer_corrections a on a.org_id = m.org_id and a.run_id = m.run_id and a.subject_id = m.brand_id
where r.state = 'COMPLETED' and a.named is not false and k.dismissed is not true
