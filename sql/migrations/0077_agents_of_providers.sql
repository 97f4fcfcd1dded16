-- From here on a connection of an agent ends with the login that agreed to it. Of older ones it is not known whether a
-- provider of logins let their person in: where one could have, the agent is connected again.
update sessions s set ended_at = now()
where s.ended_at is null
  and exists (select from oauth_connections c where c.session_id = s.id)
  and (exists (select from single_sign_on o where o.org_id = s.org_id)
       or exists (select from server_links l where l.user_id = s.user_id));
