-- The brands of a report.
brands as (
  select b.id, b.name from snapshot.brands b where {visible}
)
