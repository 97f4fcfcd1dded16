-- Whether an answer only says that it does not know a brand or competitor, which is not named then. Observations of
-- earlier versions of the extraction do not have it; those answers count as named until they are read again.
alter table observations add column unknown boolean not null default false;
alter table machine_observations add column unknown boolean not null default false;
