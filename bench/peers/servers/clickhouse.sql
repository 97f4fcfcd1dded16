-- Flat tables, each in the order of what its report looks for; sums by day are kept by materialised views. Times are UTC.
create database peer engine = Atomic;
create table peer.brands (org_id String, id String, name String) engine = MergeTree order by (org_id, id);
create table peer.queries (
  org_id String, id String, brand_id String, query_text String, platform LowCardinality(String)
) engine = MergeTree order by (org_id, id);
create table peer.runs (
  org_id String, id String, brand_id String, query_id String, executed_at DateTime64(3, 'UTC'), named UInt8,
  position Nullable(Int32), sentiment Nullable(Int16), sentiment_reader LowCardinality(Nullable(String))
) engine = MergeTree order by (org_id, executed_at);
create table peer.mentions (
  org_id String, id String, brand_id String, query_id String, platform LowCardinality(String), query_text String,
  discovered_at DateTime64(3, 'UTC'), source_type LowCardinality(String), source_name Nullable(String),
  source_url Nullable(String), page_url Nullable(String), title Nullable(String), snippet Nullable(String), sentiment Nullable(Int16),
  sentiment_reader LowCardinality(Nullable(String))
) engine = MergeTree order by (org_id, discovered_at, id);

create table peer.brand_days (
  org_id String, brand_id String, day Date, runs UInt64, named UInt64, sentiment_sum UInt64, sentiment_count UInt64,
  position_sum UInt64, position_count UInt64
) engine = SummingMergeTree order by (org_id, day, brand_id);
create materialized view peer.brand_days_kept to peer.brand_days as
select org_id, brand_id, toDate(executed_at) as day, count() as runs, sum(named) as named,
       sum(ifNull(sentiment, 0)) as sentiment_sum, count(sentiment) as sentiment_count,
       sum(ifNull(position, 0)) as position_sum, count(position) as position_count
from peer.runs group by org_id, brand_id, day;

create table peer.mention_days (
  org_id String, day Date, mentions UInt64
) engine = SummingMergeTree order by (org_id, day);
create materialized view peer.mention_days_kept to peer.mention_days as
select org_id, toDate(discovered_at) as day, count() as mentions from peer.mentions group by org_id, day;

insert into peer.brands from infile '$FOLDER/brands.csv' format CSV;
insert into peer.queries from infile '$FOLDER/queries.csv' format CSV;
insert into peer.runs from infile '$FOLDER/runs.csv' format CSV;
insert into peer.mentions from infile '$FOLDER/mentions.csv' format CSV;
optimize table peer.runs final;
optimize table peer.mentions final;
optimize table peer.brand_days final;
optimize table peer.mention_days final;

create dictionary peer.brand_names (org_id String, id String, name String) primary key org_id, id
source(clickhouse(db 'peer' table 'brands')) layout(complex_key_hashed()) lifetime(min 300 max 360);
create dictionary peer.query_names (org_id String, id String, query_text String, platform String)
primary key org_id, id
source(clickhouse(db 'peer' table 'queries')) layout(complex_key_hashed()) lifetime(min 300 max 360);
