-- Availability of EVSEs: their states to the minute, time without a server, exclusions, and why a station is out of
-- service. Older servers: none.

-- Reported state of the station itself (connector 0 of OCPP 1.6).
alter table stations add zero_state text;
alter table stations add out_of_service_reason text;
alter table stations add expected_return_at timestamptz;

-- The state holds until the next row of the same number. Only changes are stored, and only of what counts for
-- availability; a charging session changes nothing. A minute has the state at its end.
create table evse_states (
  station_id uuid not null,
  evse_no int not null, -- 0: the station itself, -1: its connection
  at timestamptz not null, -- beginning of the minute
  account_id uuid not null,
  state text not null check (state in ('operative', 'faulted', 'unavailable', 'disabled', 'removed', 'online', 'offline')),
  error_code text,
  primary key (station_id, evse_no, at)
);
alter table evse_states enable row level security;
create policy own_account on evse_states using (account_id = wall_account());
create policy own_client on evse_states as restrictive using (tenant_client() is null
  or exists (select from stations s where s.id = station_id));

create function availability_of(state text) returns text language sql immutable parallel safe
return case when state in ('available', 'preparing', 'charging', 'suspendedev', 'suspendedevse', 'finishing', 'reserved')
  then 'operative' when state in ('faulted', 'unavailable') then state when state = 'deleted' then 'removed'
  else 'disabled' end;
create function station_availability(state text, zero_state text) returns text language sql immutable parallel safe
return case when state in ('created', 'available', 'unavailable', 'faulted')
  then availability_of(coalesce(zero_state, 'available')) else availability_of(state) end;

create function store_evse_state() returns trigger language plpgsql as $$
begin
  insert into evse_states (station_id, evse_no, at, account_id, state, error_code)
  values (new.station_id, new.evse_no,
    -- a state that a user sets has no time of its own
    date_trunc('minute', case when tg_op = 'UPDATE' and new.state_received_at = old.state_received_at then now()
      else new.state_since end),
    new.account_id, availability_of(new.state), case when new.state = 'faulted' then new.error_code end)
  on conflict (station_id, evse_no, at) do update set state = excluded.state, error_code = excluded.error_code;
  return null;
end $$;
create trigger evse_states_added after insert on evses
for each row when (new.is_announced and new.evse_no > 0) execute function store_evse_state();
create trigger evse_states_changed after update of state, is_announced on evses
for each row when (new.is_announced and new.evse_no > 0 and (not old.is_announced
  or availability_of(old.state) is distinct from availability_of(new.state)))
execute function store_evse_state();

create function store_station_state() returns trigger language plpgsql as $$
begin
  if old.is_connected <> new.is_connected then
    insert into evse_states (station_id, evse_no, at, account_id, state)
    values (new.id, -1, date_trunc('minute', coalesce(greatest(new.connection_changed_at, new.last_seen_at), now())), new.account_id,
      case when new.is_connected then 'online' else 'offline' end)
    on conflict (station_id, evse_no, at) do update set state = excluded.state;
  end if;
  if station_availability(old.state, old.zero_state) <> station_availability(new.state, new.zero_state) then
    insert into evse_states (station_id, evse_no, at, account_id, state)
    values (new.id, 0, date_trunc('minute', now()), new.account_id, station_availability(new.state, new.zero_state))
    on conflict (station_id, evse_no, at) do update set state = excluded.state;
  end if;
  return null;
end $$;
create trigger station_states_changed after update of is_connected, state, zero_state on stations
for each row when (old.is_connected <> new.is_connected
  or station_availability(old.state, old.zero_state) <> station_availability(new.state, new.zero_state))
execute function store_station_state();

-- the history begins now
insert into evse_states (station_id, evse_no, at, account_id, state, error_code)
select station_id, evse_no, date_trunc('minute', now()), account_id, availability_of(state),
  case when state = 'faulted' then error_code end
from evses where is_announced and evse_no > 0
union all
select id, -1, date_trunc('minute', now()), account_id, case when is_connected then 'online' else 'offline' end, null
from stations where booted_at is not null
union all
select id, 0, date_trunc('minute', now()), account_id, station_availability(state, null), null
from stations where station_availability(state, null) <> 'operative';

-- The last minute in which a server ran, and the time in which none did.
create table server_pulse (only_row boolean primary key default true check (only_row), at timestamptz not null);
create table server_gaps (starts_at timestamptz primary key, ends_at timestamptz not null check (ends_at > starts_at));

-- Outages that do not count, as far as a definition of availability permits the reason.
create table availability_exclusions (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  station_id uuid references stations on delete cascade,
  evse_no int check (evse_no > 0), -- null: all of the station
  site_id uuid references sites on delete cascade,
  reason text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  description text not null,
  evidence text not null, -- the document that proves it, or its address
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version_no int not null default 1,
  check (num_nonnulls(station_id, site_id) = 1),
  check (evse_no is null or station_id is not null)
);
create index availability_exclusions_account on availability_exclusions (account_id, ends_at);
alter table availability_exclusions enable row level security;
create policy own_account on availability_exclusions using (account_id = wall_account());
create policy own_client on availability_exclusions as restrictive using (tenant_client() is null
  or exists (select from stations s where s.id = station_id) or exists (select from sites z where z.id = site_id));
