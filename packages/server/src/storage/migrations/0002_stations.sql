-- Stations, their keys, connectors and what they told of themselves. Older servers: none.
create table stations (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  identity text not null,
  label text,
  description text,
  type text not null default 'public' check (type in ('public', 'private')),
  state text not null default 'created' check (state in ('created', 'available', 'unavailable', 'faulted', 'disabled', 'deleted')),
  -- the state of the most telling connector; a list shows it unless the station is offline
  display_state text not null default 'unavailable',
  approval text not null default 'policy' check (approval in ('policy', 'accepted', 'rejected')),
  boot_status text,
  auth_mode text not null default 'key' check (auth_mode in ('key', 'open')),
  open_until timestamptz,
  subprotocol_optional boolean not null default false, -- some stations send no Sec-WebSocket-Protocol
  is_connected boolean not null default false,
  connection_changed_at timestamptz,
  connection_epoch bigint not null default 0,
  connected_process text,
  last_seen_at timestamptz,
  booted_at timestamptz,
  boot_count bigint not null default 0,
  is_deaf boolean not null default false,
  remote_address text,
  protocol text,
  vendor text,
  model text,
  serial_number text,
  box_serial_number text,
  firmware_version text,
  iccid text,
  imsi text,
  meter_type text,
  meter_serial_number text,
  boot_payload text,
  status_payload text,
  network_name text,
  client_name text,
  time_zone text,
  lat double precision,
  lng double precision,
  address text,
  is_demo boolean not null default false,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
-- an identity names one station on the short address /ocpp/<identity> too
create unique index stations_identity on stations (identity);
create index stations_account on stations (account_id, identity);
create index stations_display on stations (account_id, is_connected, display_state);

create table station_keys (
  id uuid primary key,
  station_id uuid not null references stations on delete cascade,
  hash bytea not null,
  command_id uuid, -- the ChangeConfiguration that carries it to the station; refused, it takes the key back
  created_at timestamptz not null default now(),
  first_used_at timestamptz,
  retired_at timestamptz
);
create index station_keys_station on station_keys (station_id) where retired_at is null;

create table connectors (
  id uuid primary key,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  connector_no int not null check (connector_no >= 0),
  type text not null default 'ac' check (type in ('ac', 'dc')),
  label text,
  description text,
  charger text,
  mode text,
  max_power_w double precision,
  state text not null default 'unavailable',
  error_code text,
  info text,
  vendor_error_code text,
  state_since timestamptz not null default now(), -- the station's own time of the state
  state_received_at timestamptz not null default now(),
  transaction_number int, -- the running one
  power_w double precision,
  energy_wh double precision,
  soc double precision,
  readings_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (station_id, connector_no)
) with (fillfactor = 70);

create table station_configuration (
  station_id uuid not null references stations on delete cascade,
  key text not null,
  value text,
  is_readonly boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (station_id, key)
);

-- Tolerated departures from the standard, counted per station and rule.
create table station_deviations (
  station_id uuid not null references stations on delete cascade,
  rule text not null,
  count bigint not null default 0,
  last_at timestamptz not null,
  sample text,
  primary key (station_id, rule)
);

-- SecurityEventNotification (security whitepaper, table 3) and our own findings (takeover, foreign transaction).
create table security_events (
  id uuid primary key,
  account_id uuid not null references accounts,
  station_id uuid references stations on delete cascade,
  type text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  tech_info text
);
create index security_events_station on security_events (station_id, received_at desc);

create table files (
  id uuid primary key,
  account_id uuid not null references accounts,
  object_id uuid not null,
  name text not null,
  type text not null,
  width int,
  height int,
  content bytea not null,
  thumbnail bytea not null,
  created_by uuid references users,
  created_at timestamptz not null default now()
);
create index files_object on files (object_id, created_at);
