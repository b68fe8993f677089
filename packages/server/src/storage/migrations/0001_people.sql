-- Accounts, people, sessions. Older servers: none.
create table accounts (
  id uuid primary key,
  code text not null unique,
  name text not null,
  currency_code text not null default 'EUR',
  balance_minor bigint not null default 0,
  boot_policy text not null default 'accept' check (boot_policy in ('accept', 'wait', 'reject')),
  -- simultaneous transactions of a new card; 0 means no limit
  max_transactions int not null default 1 check (max_transactions >= 0),
  -- ask a station for its configuration after each boot
  ask_on_boot boolean not null default false,
  heartbeat_seconds int not null default 300,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  account_id uuid not null references accounts,
  username text not null,
  email text,
  password_hash text,
  is_admin boolean not null default false,
  is_guest boolean not null default false,
  interface_code text not null default 'user' check (interface_code in ('all', 'administrator', 'user', 'guest', 'driver')),
  state text not null default 'active' check (state in ('open', 'active', 'locked', 'expired', 'deleted')),
  first_name text,
  last_name text,
  picture text,
  locale text not null default 'en',
  area text,
  failed_sign_ins int not null default 0,
  locked_until timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));

create table sessions (
  code text primary key,
  user_id uuid references users on delete cascade, -- null: machine token
  client_id text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_why text,
  host text,
  agent text
);
create index sessions_user on sessions (user_id) where revoked_at is null;

create table refresh_tokens (
  hash bytea primary key,
  session_code text not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table signing_keys (
  kid text primary key,
  jwk json not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Values of the installation itself: the hash of the first-run code, the key of the number permutation.
create table installation (
  key text primary key,
  value text not null
);
