-- Local lists generated from cards and access rules. Older servers: none is sent automatically.
alter table accounts
  add auto_local_lists boolean not null default false,
  add local_lists_changed_at timestamptz not null default now(); -- cards or rules, for the check of its stations

-- State of the generated local list of a station.
create table local_list_syncs (
  station_id uuid primary key references stations on delete cascade,
  is_automatic boolean, -- null: as the account
  checked_at timestamptz, -- null: to be checked
  digest text, -- entries that the station has confirmed
  wanted_digest text, -- entries that it should have
  entries int, -- of wanted_digest
  omitted int, -- further cards that the station has no space for
  version_sent bigint,
  sent_at timestamptz,
  version_confirmed bigint,
  confirmed_at timestamptz,
  is_verified boolean not null default false, -- version compared since the last boot
  outdated_since timestamptz,
  error_code text,
  error_params jsonb,
  attempts int not null default 0, -- since the last success
  attempted_at timestamptz,
  next_attempt_at timestamptz,
  leased_until timestamptz -- a server process sends to the station
);
alter table local_list_syncs enable row level security;
create policy own_account on local_list_syncs using (exists (
  select from stations s where s.id = local_list_syncs.station_id and s.account_id = wall_account()));
