-- From here on a connection of an agent ends with what let the person in who agreed to it. Of older ones it is not known
-- whether a provider of logins did: where one could have, the agent is connected again.
alter table single_sign_on no force row level security;
-- Where tables are distributed, those of organisations and those of the server meet in no subquery.
create temporary table organisations_with_provider on commit drop as select org_id from single_sign_on;
alter table single_sign_on force row level security;
update sessions s set ended_at = now()
where s.ended_at is null
  and exists (select from oauth_connections c where c.session_id = s.id)
  and (exists (select from organisations_with_provider o where o.org_id = s.org_id)
       or exists (select from server_links l where l.user_id = s.user_id));
