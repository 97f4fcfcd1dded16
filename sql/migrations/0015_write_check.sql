-- Written to find out whether writes work: one row, at most once a second a thread.
create table write_check (
  only_row   boolean primary key default true check (only_row),
  checked_at timestamptz
);
insert into write_check default values;
grant select, update on write_check to sightline_app;
