-- The version of the method by which a pin's bounds and verdicts are made, for its whole life. Pins that are here
-- already were made with the first. src/reports/uncertainty/methods.ts has the versions.
alter table pins add column method smallint not null default 1;

-- The smallest change that a rule could detect with the answers of the day on which it was made or last changed.
alter table alert_rules add column detectable_points double precision;
