-- What is asked of an exported report beside its brand and range, as it was sent; null: nothing.
alter table exports add column breakdown jsonb;
