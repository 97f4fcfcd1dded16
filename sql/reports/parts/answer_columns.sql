run_id, prompt, platform, executed_at, cast(executed_at as date) as day, named, negative,
         sentiment_count as scored, sentiment_sum as sentiment
