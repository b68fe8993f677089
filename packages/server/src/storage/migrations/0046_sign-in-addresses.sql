-- Failed sign-ins are counted by user and address, and addresses from which a user has signed in are remembered. Older
-- servers: none.

-- Keys are made otherwise from now on.
delete from sign_in_failures;
alter table sign_in_failures
  -- the user, or the name that no user has; null: an address with any names
  add column subject_hash bytea,
  -- when counting began
  add column since timestamptz not null default now();
create index sign_in_failures_subject on sign_in_failures (subject_hash);
create index sign_in_failures_last on sign_in_failures (last_at);

-- Addresses (IPv6: networks of /64) from which a user has signed in, as hashes.
create table sign_in_addresses (
  user_id uuid not null references users on delete cascade,
  address_hash bytea not null,
  last_at timestamptz not null,
  primary key (user_id, address_hash)
);
alter table sign_in_addresses enable row level security;
create policy own_account on sign_in_addresses using (exists (
  select from users u where u.id = sign_in_addresses.user_id and u.account_id = wall_account()));
