-- The outlets of an EVSE. Connector n of OCPP 1.6 is EVSE n with connector 1; EVSE 0, the station itself, has none.
create table connectors (
  evse_id uuid not null references evses on delete cascade,
  connector_no int not null check (connector_no > 0),
  type text, -- plug or socket, as in the references of the kind 'charger'
  state text not null check (state in ('available', 'occupied', 'reserved', 'unavailable', 'faulted')),
  primary key (evse_id, connector_no)
) with (fillfactor = 70);

alter table connectors enable row level security;
create policy own_account on connectors using (exists (select from evses e where e.id = connectors.evse_id));

-- Null for states that users set: those say nothing about the outlet.
create function connector_status(evse_state text) returns text language sql immutable
return case
  when evse_state in ('available', 'reserved', 'unavailable', 'faulted') then evse_state
  when evse_state in ('preparing', 'charging', 'suspendedev', 'suspendedevse', 'finishing') then 'occupied'
end;

insert into connectors (evse_id, connector_no, type, state)
select id, 1, charger, coalesce(connector_status(state), 'unavailable') from evses where evse_no > 0;
alter table evses drop column charger;

-- A station of OCPP 1.6 reports the state of an EVSE only; each of its EVSEs has one connector.
create function store_connector() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into connectors (evse_id, connector_no, state)
    values (new.id, 1, coalesce(connector_status(new.state), 'unavailable'));
  else
    update connectors set state = connector_status(new.state)
    where evse_id = new.id and connector_no = 1 and state <> connector_status(new.state);
  end if;
  return null;
end $$;
create trigger evses_added after insert on evses
for each row when (new.evse_no > 0) execute function store_connector();
create trigger evses_changed after update of state on evses
for each row when (new.evse_no > 0 and connector_status(old.state) is distinct from connector_status(new.state))
execute function store_connector();
