-- The columns of the queries report: of a query's latest run f and its brand b.
f.query_id as "query.id", f.query_text as "query.queryText", f.platform as "query.platform",
       b.id as "brand.id", b.name as "brand.name",
       f.executed_at as "executedAt",
       f.id as "latestResult.runId",
       f.named as "latestResult.brandMentioned",
       {visibility_score} as "latestResult.visibilityScore",
       f.position as "latestResult.position",
       cast({score} as double precision) / 100 as "latestResult.sentimentScore",
       {reader} as "latestResult.sentimentReader"
