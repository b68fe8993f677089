-- Commands and what they leave behind, the OCPP log. Older servers: none.
create table commands (
  id uuid primary key,
  turn bigint generated always as identity, -- the order in which they are sent
  run_id uuid not null,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  action text not null,
  request json not null, -- as shown: without secrets
  secret_request json, -- what goes over the wire where that holds a secret; forgotten when it was sent
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'accepted', 'rejected', 'failed', 'timeout', 'cancelled', 'expired', 'unknown')),
  status text,
  response json,
  error_code text,
  message text,
  is_late boolean not null default false,
  note text,
  process text, -- which server process sent it
  requested_by uuid references users,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  answer_by timestamptz, -- a sent one without an answer is given up after this
  answered_at timestamptz,
  expires_at timestamptz not null -- a waiting one is not sent after this
);
-- OCPP-J 1.6, 4.1.1: one call at a time and station, whatever the processes believe
create unique index commands_in_flight on commands (station_id) where state = 'sent';
create index commands_not_started on commands (answered_at)
  where action = 'RemoteStartTransaction' and state = 'accepted' and note is null;
create index commands_waiting on commands (station_id, turn) where state in ('queued', 'sent');
create index commands_station on commands (station_id, created_at desc);
create index commands_account on commands (account_id, created_at desc, id desc);
create index commands_run on commands (run_id);

create table local_lists (
  station_id uuid primary key references stations on delete cascade,
  version bigint not null default 0,
  updated_at timestamptz
);
create table local_list_entries (
  station_id uuid not null references stations on delete cascade,
  code text not null,
  status text,
  expires_at timestamptz,
  parent_code text,
  primary key (station_id, code)
);

-- Numbers of the standard's requests are bigint: a station may accept any whole number.
create table charging_profiles (
  id uuid primary key,
  account_id uuid not null references accounts,
  profile_number bigint not null, -- chargingProfileId
  description text not null,
  profile json not null,
  purpose text not null,
  stack_level bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, profile_number)
);
create table charging_profile_installs (
  station_id uuid not null references stations on delete cascade,
  connector_no bigint not null,
  profile_number bigint not null,
  purpose text not null,
  stack_level bigint not null,
  profile json not null,
  installed_at timestamptz not null default now(),
  primary key (station_id, connector_no, profile_number)
);

-- Firmware updates and uploads of diagnostics or logs, with the statuses that the station told.
create table transfers (
  id uuid primary key,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  command_id uuid references commands on delete set null,
  kind text not null check (kind in ('firmware', 'diagnostics', 'log')),
  location text not null, -- credentials are masked
  file_name text,
  request_number bigint,
  status text not null default 'Requested',
  statuses jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index transfers_station on transfers (station_id, created_at desc);

create sequence ocpp_log_id;
create table ocpp_log (
  id bigint not null default nextval('ocpp_log_id'),
  at timestamptz not null,
  account_id uuid not null,
  station_id uuid not null,
  is_outgoing boolean not null, -- false: the station called, true: we did
  action text not null,
  message_id text,
  request text, -- text, not jsonb: NUL and lone surrogates stay as they were escaped
  response text,
  error_code text,
  duration_ms int,
  repeats int not null default 1, -- heartbeats in a row are one entry
  command_id uuid,
  primary key (id, at)
) partition by range (at);
create table ocpp_log_default partition of ocpp_log default;
create index ocpp_log_station on ocpp_log (station_id, id desc);
