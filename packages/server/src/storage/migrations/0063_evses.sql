-- A charge point that serves one vehicle at a time is an EVSE. OCPP 1.6 calls it a connector.
alter table connectors rename to evses;
alter table evses rename column connector_no to evse_no;
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint where conrelid = 'evses'::regclass and conname like '%connector%' loop
    execute format('alter table evses rename constraint %I to %I', name,
      replace(replace(name, 'connectors', 'evses'), 'connector_no', 'evse_no'));
  end loop;
end $$;
alter table transactions rename column connector_no to evse_no;
alter table meter_values rename column connector_no to evse_no;
alter table reservations rename column connector_no to evse_no;
alter table charging_profile_installs rename column connector_no to evse_no;
alter table unmatched_messages rename column connector_no to evse_no;
alter table station_faults rename column connector_no to evse_no;
