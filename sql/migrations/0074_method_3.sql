-- The day from which on bounds and verdicts are made by a method, for organisations that had results by another one
-- before. src/reports/uncertainty/methods.ts has the versions.
create table bounds_methods (
  method smallint primary key,
  since  timestamptz not null
);
insert into bounds_methods (method, since) values (3, now());
grant select on bounds_methods to sightline_app;
