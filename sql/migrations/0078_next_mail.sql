-- The order in which an organisation's mails are sent: links that somebody waits for, then the longest due.
create index mail_messages_next
  on mail_messages (org_id, (user_id is null or kind = 'PASSWORD_RESET') desc, next_attempt_at, id)
  where state = 'PENDING';
