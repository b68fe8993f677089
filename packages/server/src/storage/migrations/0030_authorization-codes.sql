-- Codes by which a first-party client gets a session (RFC 6749, 4.1, with PKCE). Older servers: none.
create table authorization_codes (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- in which session the person let the client in
  by_session text not null references sessions on delete cascade,
  client_id text not null,
  redirect_uri text not null,
  -- SHA-256 of what the client must show
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- what came of it: it ends when the code comes again
  session_code text references sessions on delete cascade
);
create index authorization_codes_expired on authorization_codes (expires_at) where used_at is null;
create index authorization_codes_user on authorization_codes (user_id);
create index authorization_codes_by_session on authorization_codes (by_session);
create index authorization_codes_session on authorization_codes (session_code);
alter table authorization_codes enable row level security;
create policy own_account on authorization_codes
  using (exists (select from users u where u.id = user_id and u.account_id = wall_account()));
