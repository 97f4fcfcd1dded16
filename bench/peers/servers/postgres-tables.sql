-- Flat tables: a run with what was observed of its brand, a mention with its source. Times are UTC.
create table brands (
  org_id text collate "C" not null,
  id     text collate "C" not null,
  name   text collate "C" not null
);
create table queries (
  org_id     text collate "C" not null,
  id         text collate "C" not null,
  brand_id   text collate "C" not null,
  query_text text not null,
  platform   text not null
);
create table runs (
  org_id           text collate "C" not null,
  id               text collate "C" not null,
  brand_id         text collate "C" not null,
  query_id         text collate "C" not null,
  executed_at      timestamp(3) not null,
  named            smallint not null,
  position         integer,
  sentiment        smallint,
  sentiment_reader text
);
create table mentions (
  org_id           text collate "C" not null,
  id               text collate "C" not null,
  brand_id         text collate "C" not null,
  query_id         text collate "C" not null,
  platform         text not null,
  query_text       text not null,
  discovered_at    timestamp(3) not null,
  source_type      text not null,
  source_name      text,
  source_url       text,
  page_url         text,
  title            text,
  snippet          text,
  sentiment        smallint,
  sentiment_reader text
);
