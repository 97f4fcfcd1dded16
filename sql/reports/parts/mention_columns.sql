-- The columns of the mentions report: of a mention f and its brand b.
f.id,
       b.id as "brand.id", b.name as "brand.name",
       f.source_type as "sourceType", f.source_name as "sourceName", f.source_url as "sourceUrl", f.page_url as "pageUrl",
       f.title, f.snippet, f.platform,
       {sentiment_band} as sentiment,
       cast({score} as double precision) / 100 as "sentimentScore", {reader} as "sentimentReader",
       f.discovered_at as "discoveredAt",
       f.query_id as "query.id", f.query_text as "query.queryText", f.platform as "query.platform"
