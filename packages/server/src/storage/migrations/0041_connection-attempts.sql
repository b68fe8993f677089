-- Rejected handshakes of stations, gathered by station, identity, address and reason. Older servers: none.
create table connection_attempts (
  id uuid primary key,
  -- null: the address of the attempt names no account that exists
  account_id uuid references accounts on delete cascade,
  -- null: the account has no station of this identity
  station_id uuid references stations on delete cascade,
  identity text not null,
  address text not null,
  username text,
  path text not null,
  reason text not null,
  count bigint not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  check (account_id is not null or station_id is null)
);
create unique index connection_attempts_key on connection_attempts (account_id, station_id, identity, address, reason)
  nulls not distinct;
create index connection_attempts_station on connection_attempts (station_id, last_at desc) where station_id is not null;
create index connection_attempts_account on connection_attempts (account_id, last_at desc) where station_id is null;
create index connection_attempts_last on connection_attempts (last_at);

alter table connection_attempts enable row level security;
create policy own_account on connection_attempts using (account_id = wall_account());

-- When its operators were last notified of rejected handshakes: at most once a day.
alter table stations add column rejection_notice_at timestamptz;
