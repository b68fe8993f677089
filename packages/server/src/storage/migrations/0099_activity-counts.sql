-- Activity: numbers of events per half hour, so that the histogram of a long period does not read its events.
-- Older servers: none.

create table activity_counts (
  account_id uuid not null,
  half_hour int not null, -- half hours since 1970
  kind text not null,
  events int not null,
  primary key (account_id, half_hour, kind)
);
alter table activity_counts enable row level security;
create policy own_account on activity_counts using (account_id = (select wall_account()));
-- a count does not show which of its events belong to a client
create policy own_client on activity_counts as restrictive using ((select tenant_client()) is null);

-- First half hour whose events are not counted yet; no row before the first count.
create table activity_counted (only_row boolean primary key default true check (only_row), until int not null);

-- Availability: conditions of triggers without functions of SQL, which PostgreSQL plans again in each statement. The
-- functions of the triggers compare what counts for availability.
create or replace function store_evse_state() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.is_announced and availability_of(old.state) = availability_of(new.state) then
      return null;
    end if;
  end if;
  insert into evse_states (station_id, evse_no, at, account_id, state, error_code)
  values (new.station_id, new.evse_no,
    -- a state that a user sets has no time of its own
    date_trunc('minute', case when tg_op = 'UPDATE' and new.state_received_at = old.state_received_at then now()
      else new.state_since end),
    new.account_id, availability_of(new.state), case when new.state = 'faulted' then new.error_code end)
  on conflict (station_id, evse_no, at) do update set state = excluded.state, error_code = excluded.error_code;
  return null;
end $$;
drop trigger evse_states_changed on evses;
create trigger evse_states_changed after update of state, is_announced on evses
for each row when (new.is_announced and new.evse_no > 0 and (not old.is_announced or old.state <> new.state
  and not (old.state = any ('{available,preparing,charging,suspendedev,suspendedevse,finishing,reserved}')
    and new.state = any ('{available,preparing,charging,suspendedev,suspendedevse,finishing,reserved}'))))
execute function store_evse_state();
drop trigger station_states_changed on stations;
create trigger station_states_changed after update of is_connected, state, zero_state on stations
for each row when (old.is_connected <> new.is_connected or old.state <> new.state
  or old.zero_state is distinct from new.zero_state)
execute function store_station_state();
