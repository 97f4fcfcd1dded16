-- Each server grants the whole rate; only the day's counts are added up over servers.
drop table servers;
