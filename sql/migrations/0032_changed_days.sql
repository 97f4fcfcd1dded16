-- The day of the runs that changed: months with very many are divided. Null of brands, and of a note by a server of the
-- version before, which means the whole month.
alter table changed_parts add column day date;
