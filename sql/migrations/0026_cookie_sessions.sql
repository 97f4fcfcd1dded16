-- Whether the session's refresh token is in a browser's cookie: such a token is taken from the cookie alone, others from
-- the body alone.
alter table sessions add column in_cookie boolean not null default false;
