-- Cards, reservations, transactions, meter values, quarantine. Older servers: none.
create table cards (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  code text not null, -- the idTag as first written
  code_folded text not null, -- without case and control characters: what is compared
  name text,
  label text,
  description text,
  type text not null default 'rfid' check (type in ('rfid', 'credit', 'plastic')),
  state text not null default 'enabled' check (state in ('created', 'enabled', 'disabled', 'deleted')),
  expires_at timestamptz,
  parent_code text, -- parentIdTag: cards of one group
  max_transactions int not null default 1 check (max_transactions >= 0),
  client_name text,
  last_used_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, code_folded)
);

create table unknown_tags (
  account_id uuid not null references accounts,
  code_folded text not null,
  code text not null,
  station_id uuid not null references stations on delete cascade,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  count bigint not null default 1,
  primary key (account_id, code_folded)
);

-- OCPP numbers are drawn in blocks and permuted in the server, so that they cannot be guessed in order.
create sequence transaction_number_block increment by 1000 start 1;
create sequence reservation_number_seq;

create table transactions (
  id uuid primary key,
  number int not null unique check (number > 0),
  account_id uuid not null references accounts,
  station_id uuid not null references stations,
  connector_no int not null,
  id_tag text not null,
  id_tag_folded text not null,
  card_id uuid references cards,
  decision text not null, -- the status of idTagInfo that was answered
  reservation_number int,
  -- what makes two deliveries of one real start the same (station, connector, idTag, time as sent, meter)
  start_key text not null,
  started_at timestamptz not null,
  started_sent text,
  received_start_at timestamptz not null default now(),
  meter_start_wh bigint not null,
  stopped_at timestamptz,
  stopped_sent text,
  received_stop_at timestamptz,
  meter_stop_wh bigint,
  stop_reason text,
  stop_id_tag text,
  stop_payload text, -- the first stop, raw: equal copies are told from conflicting ones
  energy_wh bigint not null default 0, -- never negative; 0 while it waits for a person
  state text not null default 'running' check (state in ('running', 'finished', 'held')),
  flags text[] not null default '{}',
  note text,
  meter_last_wh double precision,
  power_w double precision,
  soc double precision,
  readings_at timestamptz,
  is_demo boolean not null default false,
  unique (station_id, start_key)
) with (fillfactor = 80);
create index transactions_account on transactions (account_id, started_at desc, id desc);
create index transactions_station on transactions (station_id, started_at desc);
create index transactions_running on transactions (station_id, connector_no) where state = 'running';
create index transactions_card_running on transactions (account_id, id_tag_folded) where state = 'running';

-- Combinations of measurand, phase, location, unit, context and format that were ever told.
create table sample_kinds (
  id int generated always as identity primary key,
  measurand text not null,
  phase text,
  location text,
  unit text,
  context text,
  format text,
  key text not null unique
);

-- One row per sampled value. The unique key holds the whole content, so a repeated message adds nothing
-- and nothing that differs is lost. A value that is no number is NaN with its text in raw.
create table meter_values (
  station_id uuid not null,
  connector_no int not null,
  sampled_at timestamptz not null,
  kind_id int not null,
  value double precision not null,
  transaction_number int,
  raw text,
  unique (station_id, connector_no, sampled_at, kind_id, value)
) partition by range (sampled_at);
create table meter_values_default partition of meter_values default;

create table quarantine (
  id uuid primary key,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  kind text not null,
  action text not null,
  reason text not null,
  payload text not null,
  payload_hash text not null, -- a message that is repeated for days stays one row
  repeats int not null default 1,
  candidate_number int,
  received_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid references users,
  settlement text,
  unique (station_id, kind, payload_hash)
);
create index quarantine_open on quarantine (account_id, received_at desc) where settled_at is null;

create table reservations (
  id uuid primary key,
  -- ours are of 31 bits; a caller of the interface may choose any whole number, and again at another station
  number bigint not null,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  connector_no bigint not null, -- the station decides whether it has it
  id_tag text not null,
  id_tag_folded text not null,
  parent_id_tag text,
  card_id uuid references cards,
  state text not null default 'requested' check (state in ('requested', 'active', 'used', 'cancelled', 'expired', 'refused')),
  volume_wh double precision,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  expires_at timestamptz not null,
  transaction_number int,
  requested_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (station_id, number)
);
create index reservations_station on reservations (station_id, created_at desc);
create index reservations_active on reservations (expires_at) where state in ('requested', 'active');
