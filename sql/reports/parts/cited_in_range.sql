i.executed_at >= cast($start as date) and i.executed_at < cast($end as date) + 1
