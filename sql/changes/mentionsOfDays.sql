-- Mentions of the report (sql/reports/reportMentions.sql) over the days $start to $end, both inclusive, in any order;
-- only those behind the mention with time $aftertime and id $afterid, and only up to the one with $lasttime and
-- $lastid; null: no such bound. A stream reads days with it, renders each row, and sorts the lines. Picking ids first
-- and joining the wide columns back, as pages do, took 690 ms for 159,000 rows in parts of 10,000, and this took 430.
select {mention_columns}
from snapshot.mentions f
join snapshot.brands b on b.id = f.brand_id
where f.org_id = $org
  and {visible}
  and f.discovered_at >= cast($start as date) and f.discovered_at < cast($end as date) + 1
  and f.discovered_at <= coalesce(cast($aftertime as timestamp), cast('infinity' as timestamp))
  and (f.discovered_at < coalesce(cast($aftertime as timestamp), cast('infinity' as timestamp)) or f.id > $afterid)
  and f.discovered_at >= coalesce(cast($lasttime as timestamp), cast('-infinity' as timestamp))
  and (f.discovered_at > coalesce(cast($lasttime as timestamp), cast('-infinity' as timestamp)) or f.id <= $lastid)
