-- Sessions that people can name and that know when a secret was last shown; second factors. Older servers: none.
alter table sessions
  -- what people see of a session; its code stands in tokens
  add column id uuid not null default gen_random_uuid(),
  -- when a password or a second factor was last shown
  add column proven_at timestamptz not null default now();
create unique index sessions_id on sessions (id);
create index sessions_last_used on sessions (last_used_at desc, id desc) where user_id is not null;

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- encrypted with the key of the installation, which is not in the database
  secret bytea not null,
  created_at timestamptz not null,
  -- null: begun, and does not count yet
  confirmed_at timestamptz,
  -- the newest step a code was taken of: it and those before are used up
  last_step bigint not null default 0
);

create table recovery_codes (
  hash bytea not null,
  user_id uuid not null references users on delete cascade,
  primary key (user_id, hash)
);

-- The password was right; the second factor is still to come.
create table mfa_tickets (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  client_id text not null,
  expires_at timestamptz not null
);
