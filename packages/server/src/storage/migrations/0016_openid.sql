-- People who sign in with an account elsewhere (OpenID Connect), and sign-ins under way. Older servers: none.
create table user_identities (
  issuer text not null,
  -- what the issuer calls the person; the e-mail may change, this does not
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index user_identities_user on user_identities (user_id);

-- Sent to a provider and not back yet. The secrets of it are made from the browser's cookie and the state: here are hashes.
create table openid_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  -- where in the console the person goes afterwards; null: its start
  target text,
  locale text not null,
  expires_at timestamptz not null
);
create index openid_attempts_expired on openid_attempts (expires_at);
