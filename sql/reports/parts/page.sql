-- The rows that a report has, and those of its page in its order.
kept as (
  select * from measured r where {having}
), page as (
  select r.*, row_number() over (order by {order}) as ordinal
  from kept r order by {order} {limit}
)
