-- A backup reads all rows of tenant tables in the exporter's role, whose policies show them; of these it lacked the privilege.
grant select on memberships, api_keys, queries to sightline_export;
