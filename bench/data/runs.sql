-- The runs :from to :to of the organisation :rank with all that is extracted of each, as ingestion writes them.

create temp table batch on commit drop as
with numbered as materialized (
  select o.rank, o.id as org_id, cast(n % o.brand_count as integer) as brand_n, n,
         o.rank * 10000000::bigint + n as seed,
         -- Spread evenly over 181 days, each at a random point of its share of them.
         timestamptz '2025-01-01Z' + interval '1 millisecond' * floor(
           (n * 1000 + bench.dice(n, o.rank, 1000)) * (181 * 86400.0) / o.run_count) as executed_at
  from bench.organisations o cross join generate_series(:from::bigint, :to) n
  where o.rank = :rank
), chosen as materialized (
  select m.*, bench.dice(seed, 1, c.queries) as query_n, bench.dice(seed, 2, 100) < 72 as named,
         bench.dice(seed, 3, 10) as citations, md5('run ' || seed) as hash, bench.hex_time(executed_at) as time
  from numbered m join bench.query_counts c using (rank, brand_n)
)
select c.*, b.id as brand_id, b.name as brand_name, q.id as query_id, q.platform, q.query_text,
       bench.uuid7(c.time, c.hash) as id
from chosen c
join bench.brands b using (rank, brand_n)
join bench.queries q using (rank, brand_n, query_n);

insert into runs (org_id, id, query_id, brand_id, platform, external_id, state, query_text, executed_at, model, answer,
                  language, content_hash, extraction_version, lexicon_version)
select org_id, id, query_id, brand_id, platform, 'bench-' || rank || '-' || n, 'COMPLETED', query_text, executed_at,
       lower(platform) || '-' || bench.dice(seed, 4, 4),
       case when named then brand_name || ' is a choice that reviewers often come back to. ' else '' end
         || bench.pick('{Most buyers compare price and warranty before anything else.,The market has grown and prices have fallen.,Look for an adjustable arm and a warm light.}', bench.dice(seed, 5, 1000))
         || ' ' || bench.pick('{In short: try two or three before you decide.,Delivery takes about a week in most places.,Returns are free for thirty days with all of them.,None of them is perfect for everyone.}', bench.dice(seed, 6, 1000))
         || ' As of now ' || bench.dice(seed, 7, 100000) || ' people have rated them, ' || bench.dice(seed, 8, 100) || ' % with five stars.',
       'en', decode(hash, 'hex'), :extraction_version, 1
from batch order by id;

-- The run's brand always, its competitors where they are named.
insert into observations (org_id, run_id, subject_id, kind, named, position, sentiment, sentiment_reader, snippet,
                          extraction_version)
select org_id, id, brand_id, 'BRAND', named,
       case when named then 1 + bench.dice(seed, 9, 3) end, case when named then 4000 + bench.dice(seed, 10, 6000) end,
       case when named then bench.pick('{LEXICON,LEXICON,MODEL}', bench.dice(seed, 60, 3)) end,
       case when named then brand_name || ' is a choice that reviewers often come back to, with '
                            || bench.dice(seed, 7, 100000) || ' ratings.' end,
       :extraction_version
from batch
union all
select b.org_id, b.id, c.id, 'COMPETITOR', true, 1 + bench.dice(b.seed, 11 + c.competitor_n, 4),
       3000 + bench.dice(b.seed, 15 + c.competitor_n, 7000), 'LEXICON', c.name || ' was also named by '
       || bench.dice(b.seed, 19 + c.competitor_n, 900) || ' people.', :extraction_version
from batch b join bench.competitors c using (rank, brand_n)
where bench.dice(b.seed, 23 + c.competitor_n, 3) = 0
order by 2, 3;

create temp table batch_citations on commit drop as
select b.org_id, b.id as run_id, b.brand_id, b.named, cast(ordinal as smallint) as ordinal, s.domain, s.source_type,
       'https://www.' || s.domain || '/' || lower(replace(b.brand_name, ' ', '-')) || '/'
         || bench.dice(b.seed, 30 + ordinal, 5000) as url,
       bench.pick('{The best,Ten of the best,Our favourite,Tested and compared:,What to know about}', bench.dice(b.seed, 45 + ordinal, 500))
         || ' ' || b.platform || ' picks of 2025 | ' || s.domain as title
from batch b
cross join lateral generate_series(0, b.citations - 1) ordinal
join bench.sources s on s.n = (bench.dice(b.seed, 29, 400) + ordinal * 37) % 400;

insert into citations (org_id, run_id, ordinal, url, title, domain, source_type, source_name)
select org_id, run_id, ordinal, url, title, domain, source_type, initcap(split_part(domain, '.', 1))
from batch_citations order by run_id, ordinal;

-- derivedId() of src/domain/ids.ts: a UUIDv8 from the SHA-256 of run, brand and URL.
insert into mentions (org_id, id, run_id, brand_id, ordinal)
select org_id, substr(hash, 1, 8) || '-' || substr(hash, 9, 4) || '-8' || substr(hash, 14, 3) || '-'
         || substr('89ab', 1 + (cast('x' || substr(hash, 17, 1) as bit(4))::integer & 3), 1) || substr(hash, 18, 3)
         || '-' || substr(hash, 21, 12), run_id, brand_id, ordinal
from (
  select org_id, run_id, brand_id, ordinal,
         encode(sha256(convert_to(run_id || e'\n' || brand_id || e'\n' || url, 'UTF8')), 'hex') as hash
  from (
    select org_id, run_id, brand_id, ordinal, url from batch_citations where named
    union all
    select org_id, id, brand_id, null, '' from batch where named and citations = 0
  ) sources
) hashed;
