-- The outlets of an EVSE. Connector n of OCPP 1.6 is EVSE n with connector 1; EVSE 0, the station itself, has none.
create table connectors (
  evse_id uuid not null references evses on delete cascade,
  connector_no int not null check (connector_no > 0),
  type text, -- plug or socket, as in the references of the kind 'charger'
  -- as a station of OCPP 2.x reports it; null for OCPP 1.6, where the state of the EVSE is that of its connector
  state text check (state in ('available', 'occupied', 'reserved', 'unavailable', 'faulted')),
  primary key (evse_id, connector_no)
) with (fillfactor = 70);

alter table connectors enable row level security;
create policy own_account on connectors using (exists (select from evses e where e.id = connectors.evse_id));

insert into connectors (evse_id, connector_no, type)
select id, 1, charger from evses where evse_no > 0;
alter table evses drop column charger;

-- Each EVSE of a station of OCPP 1.6 has one connector.
create function add_connector() returns trigger language plpgsql as $$
begin
  insert into connectors (evse_id, connector_no) values (new.id, 1);
  return null;
end $$;
create trigger evses_added after insert on evses
for each row when (new.evse_no > 0) execute function add_connector();
