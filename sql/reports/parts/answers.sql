-- The answers of the brand in the range.
answers as materialized (
  select {answer_columns} from facts
)
