-- What the generated data is made from: organisations with their shares of the runs, brands, prompts, sources.
-- Everything follows from numbers by hashes, so the same scale always gives the same rows. :runs is filled in.

create schema bench;

-- A number from 0 to sides - 1 that always belongs to (n, salt).
create function bench.dice(n bigint, salt bigint, sides integer) returns integer language sql immutable
return cast(((hashint8extended(n, salt) >> 8) & 2147483647) % sides as integer);

-- A UUIDv7 of a time (hex, 12 digits) and a hash (hex). Its random digits are as incompressible as real ones.
create function bench.uuid7(millis text, hash text) returns text language sql immutable
return substr(millis, 1, 8) || '-' || substr(millis, 9, 4) || '-7' || substr(hash, 1, 3) || '-'
  || substr('89ab', 1 + (cast('x' || substr(hash, 4, 1) as bit(4))::integer & 3), 1) || substr(hash, 5, 3)
  || '-' || substr(hash, 8, 12);

create function bench.hex_time(moment timestamptz) returns text language sql immutable
return lpad(to_hex(cast(extract(epoch from moment) * 1000 as bigint)), 12, '0');

create function bench.pick(words text[], n integer) returns text language sql immutable
return words[1 + n % cardinality(words)];

-- 198 organisations by Zipf, of which the largest has some 480,000 runs at scale 1, and two of the same brands and days, one with ten times the runs.
create table bench.organisations as
with weights as (
  select rank, case rank when 199 then 0.05 when 200 then 0.005
         else 0.945 * power(rank, -1.0) / sum(power(rank, -1.0)) filter (where rank < 199) over () end as share
  from generate_series(1, 200) rank
)
select rank, bench.uuid7(bench.hex_time('2024-12-01Z'), md5('organisation ' || rank)) as id,
       greatest(10, cast(round(share * :runs) as integer)) as run_count,
       case when rank <= 10 or rank >= 199 then 9 else 2 + rank % 6 end as brand_count
from weights;
alter table bench.organisations add primary key (rank);

create table bench.brands as
select o.rank, o.id as org_id, b as brand_n,
       bench.uuid7(bench.hex_time('2024-12-02Z'), md5('brand ' || o.rank || ' ' || b)) as id,
       bench.pick('{Lumen,Corrie,Halden,Vester,Orban,Tasmere,Quill,Brack,Ondine}', b) ||
       bench.pick('{fold,loft,works,field,ware,line,stead}', o.rank) || case when o.rank > 7 then ' ' || o.rank else '' end
         as name
from bench.organisations o cross join generate_series(0, o.brand_count - 1) b;
alter table bench.brands add primary key (rank, brand_n);

create table bench.competitors as
select b.rank, b.org_id, b.brand_n, c as competitor_n, b.id as brand_id,
       bench.uuid7(bench.hex_time('2024-12-02Z'), md5('competitor ' || b.id || c)) as id,
       bench.pick('{Norvell,Astrid,Pemberly}', c) || ' ' || b.rank || '-' || b.brand_n as name
from bench.brands b cross join generate_series(0, 2) c;
alter table bench.competitors add primary key (rank, brand_n, competitor_n);

-- A prompt on each platform is a query. Small organisations ask fewer prompts.
create table bench.queries as
select b.rank, b.org_id, b.brand_n, b.id as brand_id, prompt * 7 + platform as query_n,
       bench.uuid7(bench.hex_time('2024-12-03Z'), md5('query ' || b.id || prompt || ' ' || platform)) as id,
       bench.pick('{CHATGPT,CLAUDE,GEMINI,PERPLEXITY,GROK,DEEPSEEK,LLAMA}', platform) as platform,
       bench.pick('{Which is the best,What do people recommend as a,How do I choose a,Who makes the most reliable,Is there a cheaper}', prompt)
         || ' ' || bench.pick('{desk lamp,standing desk,office chair,monitor arm}', prompt / 5) || ' for '
         || bench.pick('{a small flat,long working days,a shared office}', b.brand_n) || ' (' || b.name || ')?' as query_text
from bench.brands b
join bench.organisations o using (rank)
cross join lateral generate_series(0, least(20, greatest(3, o.run_count / (o.brand_count * 7 * 90))) - 1) prompt
cross join generate_series(0, 6) platform;
alter table bench.queries add primary key (rank, brand_n, query_n);
create table bench.query_counts as
select rank, brand_n, cast(count(*) as integer) as queries from bench.queries group by rank, brand_n;
alter table bench.query_counts add primary key (rank, brand_n);

create table bench.sources as
select n, bench.pick('{review,guide,daily,forum,home,tech,office,light}', n) || n
         || bench.pick('{.example,.test,-magazine.example,.invalid}', n / 8) as domain,
       bench.pick('{ARTICLE,REVIEW,FORUM,SOCIAL,VIDEO,ENCYCLOPEDIA,STORE,OTHER}', n) as source_type
from generate_series(0, 399) n;
alter table bench.sources add primary key (n);
