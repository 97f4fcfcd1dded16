-- Mentions discovered over the days $start to $end, both inclusive. The page is selected on narrow columns and joined
-- back to the wide ones by id and time, so only parts near these times are read. $total is the number of mentions if
-- known: then the query does not count, and the days may be those of the page. The limits of the sentiment bands, in
-- hundredths, are those of src/reports/rules.ts.
with brands as (
  select id, name
  from snapshot.brands
  where org_id = $org
    and case when cast($brand as text) is null then not archived else id = $brand end
    and (cast($allowed as text) is null or position(id in $allowed) > 0)
), matching as not materialized (
  select m.id, m.discovered_at
  from snapshot.mentions m
  where m.org_id = $org
    and m.brand_id in (select id from brands)
    and m.discovered_at >= cast($start as date) and m.discovered_at < cast($end as date) + 1
), page as (
  select id, discovered_at, row_number() over (order by discovered_at desc, id) as ordinal
  from (select id, discovered_at from matching order by discovered_at desc, id limit $limit offset $offset) picked
)
select counts.total, p.ordinal,
       m.id,
       b.id as "brand.id", b.name as "brand.name",
       m.source_type as "sourceType", m.source_name as "sourceName", m.source_url as "sourceUrl", m.page_url as "pageUrl",
       m.title, m.snippet, m.platform,
       case when m.sentiment >= 5250 then 'POSITIVE' when m.sentiment <= 4750 then 'NEGATIVE'
            when m.sentiment is not null then 'NEUTRAL' end as sentiment,
       cast(m.sentiment as double precision) / 100 as "sentimentScore", m.sentiment_reader as "sentimentReader",
       m.discovered_at as "discoveredAt",
       m.query_id as "query.id", m.query_text as "query.queryText", m.platform as "query.platform"
from (
  select coalesce(cast($total as bigint),
                  (select count(*) from matching where cast($total as bigint) is null)) as total
) counts
left join page p on true
left join snapshot.mentions m on m.org_id = $org and m.id = p.id and m.discovered_at = p.discovered_at
left join brands b on b.id = m.brand_id
order by p.ordinal
