-- After the rows are there: an index for each question, and sums by day, which triggers keep.
alter table brands add primary key (org_id, id);
alter table queries add primary key (org_id, id);
alter table runs add primary key (org_id, id);
create index runs_by_query on runs (org_id, query_id, executed_at desc, id desc)
  include (named, position, sentiment, sentiment_reader);
create unique index mentions_newest on mentions (org_id, discovered_at desc, id);

create table brand_days (
  org_id          text collate "C" not null,
  brand_id        text collate "C" not null,
  day             date not null,
  runs            bigint not null,
  named           bigint not null,
  sentiment_sum   bigint not null,
  sentiment_count bigint not null,
  position_sum    bigint not null,
  position_count  bigint not null
);
insert into brand_days
select org_id, brand_id, executed_at::date, count(*), sum(named), coalesce(sum(sentiment), 0), count(sentiment),
       coalesce(sum(position), 0), count(position)
from runs group by 1, 2, 3 order by 1, 2, 3;
create unique index brand_days_by_day on brand_days (org_id, brand_id, day)
  include (runs, named, sentiment_sum, sentiment_count, position_sum, position_count);

create table mention_days (
  org_id   text collate "C" not null,
  day      date not null,
  mentions bigint not null
);
insert into mention_days
select org_id, discovered_at::date, count(*) from mentions group by 1, 2 order by 1, 2;
create unique index mention_days_by_day on mention_days (org_id, day) include (mentions);

create function brand_days_added() returns trigger language plpgsql as $$
begin
  insert into brand_days as kept
  select org_id, brand_id, executed_at::date, count(*), sum(named), coalesce(sum(sentiment), 0), count(sentiment),
         coalesce(sum(position), 0), count(position)
  from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (org_id, brand_id, day) do update
  set runs = kept.runs + excluded.runs, named = kept.named + excluded.named,
      sentiment_sum = kept.sentiment_sum + excluded.sentiment_sum,
      sentiment_count = kept.sentiment_count + excluded.sentiment_count,
      position_sum = kept.position_sum + excluded.position_sum,
      position_count = kept.position_count + excluded.position_count;
  return null;
end $$;
create function brand_days_removed() returns trigger language plpgsql as $$
begin
  update brand_days as kept
  set runs = kept.runs - gone.runs, named = kept.named - gone.named,
      sentiment_sum = kept.sentiment_sum - gone.sentiment_sum,
      sentiment_count = kept.sentiment_count - gone.sentiment_count,
      position_sum = kept.position_sum - gone.position_sum, position_count = kept.position_count - gone.position_count
  from (
    select org_id, brand_id, executed_at::date as day, count(*) as runs, sum(named) as named,
           coalesce(sum(sentiment), 0) as sentiment_sum, count(sentiment) as sentiment_count,
           coalesce(sum(position), 0) as position_sum, count(position) as position_count
    from removed group by 1, 2, 3
  ) gone
  where (kept.org_id, kept.brand_id, kept.day) = (gone.org_id, gone.brand_id, gone.day);
  return null;
end $$;
create function mention_days_added() returns trigger language plpgsql as $$
begin
  insert into mention_days as kept
  select org_id, discovered_at::date, count(*) from added group by 1, 2 order by 1, 2
  on conflict (org_id, day) do update set mentions = kept.mentions + excluded.mentions;
  return null;
end $$;
create function mention_days_removed() returns trigger language plpgsql as $$
begin
  update mention_days as kept set mentions = kept.mentions - gone.mentions
  from (select org_id, discovered_at::date as day, count(*) as mentions from removed group by 1, 2) gone
  where (kept.org_id, kept.day) = (gone.org_id, gone.day);
  return null;
end $$;
create trigger runs_inserted after insert on runs
  referencing new table as added for each statement execute function brand_days_added();
create trigger runs_updated_from after update on runs
  referencing old table as removed for each statement execute function brand_days_removed();
create trigger runs_updated_to after update on runs
  referencing new table as added for each statement execute function brand_days_added();
create trigger runs_deleted after delete on runs
  referencing old table as removed for each statement execute function brand_days_removed();
create trigger mentions_inserted after insert on mentions
  referencing new table as added for each statement execute function mention_days_added();
create trigger mentions_updated_from after update on mentions
  referencing old table as removed for each statement execute function mention_days_removed();
create trigger mentions_updated_to after update on mentions
  referencing new table as added for each statement execute function mention_days_added();
create trigger mentions_deleted after delete on mentions
  referencing old table as removed for each statement execute function mention_days_removed();
