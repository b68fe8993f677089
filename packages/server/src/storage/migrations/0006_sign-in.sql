-- What signing in remembers beside the session: the newest token, wrong tries, tickets of live sockets. Older servers: none.
alter table sessions
  -- a token that was replaced dies a minute later
  add column token_no int not null default 1,
  add column token_changed_at timestamptz not null default now(),
  -- tokens are exchanged for fresh ones until then; afterwards a secret is needed again
  add column exchange_until timestamptz not null default now();
create index sessions_expired on sessions (expires_at);
create index refresh_tokens_session on refresh_tokens (session_code);

-- Wrong tries by name, whether there is such a user or not: both are answered alike.
create table sign_in_failures (
  name_hash bytea primary key,
  tries int not null default 0,
  locked_until timestamptz,
  last_at timestamptz not null default now()
);

create table live_tickets (
  hash bytea primary key,
  session_code text not null references sessions on delete cascade,
  expires_at timestamptz not null
);
