-- One model of charging sessions for all versions of OCPP, filled for 1.6.

-- Before the columns with foreign keys are added: they would check each updated row.
alter table transactions
  alter column evse_no drop not null, -- null: the station named none
  alter column id_tag drop not null,
  alter column id_tag_folded drop not null,
  alter column decision drop not null,
  add column protocol text not null default 'ocpp1.6',
  add column station_ref text, -- the station's own id; in OCPP 1.6 the number that it got
  add column connector_no int,
  add column token_type text, -- of the card; null: any physical
  add column authorised_at timestamptz,
  add column energy_started_at timestamptz, -- first reading above the start, or first state Charging
  add column charging_state text, -- newest of transaction_states
  add column revision int not null default 0; -- number of corrections after the end

update transactions t set station_ref = t.number::text, evse_no = nullif(t.evse_no, 0),
  connector_no = case when t.evse_no > 0 then 1 end,
  authorised_at = case when t.decision = 'Accepted' then t.started_at end,
  energy_started_at = case when t.state = 'running' then (
    select min(v.sampled_at) from meter_values v join sample_kinds k on k.id = v.kind_id
    where v.station_id = t.station_id and v.transaction_number = t.number and v.sampled_at >= t.started_at
      and k.measurand = 'Energy.Active.Import.Register' and k.unit = 'Wh' and k.phase is null
      and v.value > t.meter_start_wh and v.value <> 'NaN') end;

alter table transactions
  add column command_id uuid references commands on delete set null, -- the remote start that led to it
  add column continues_id uuid references transactions on delete set null; -- the one that a power loss ended
create index transactions_station_ref on transactions (station_id, station_ref);
create unique index transactions_command on transactions (command_id) where command_id is not null;
create index transactions_continues on transactions (continues_id) where continues_id is not null;
create index transactions_interrupted on transactions (station_id, stopped_at)
  where stop_reason in ('PowerLoss', 'Reboot');
create index commands_remote_starts on commands (station_id, sent_at) where action = 'RemoteStartTransaction';

-- A bill that was issued is never altered: it names the revision from which it was computed.
create function raise_revision() returns trigger language plpgsql as $$
begin
  new.revision = old.revision + 1;
  return new;
end $$;
create trigger transactions_corrected before update of state, started_at, stopped_at, meter_start_wh, meter_stop_wh,
  energy_wh, energy_started_at, card_id, id_tag, continues_id on transactions
for each row when (old.state = 'finished'
  and (old.state, old.started_at, old.stopped_at, old.meter_start_wh, old.meter_stop_wh, old.energy_wh,
    old.energy_started_at, old.card_id, old.id_tag, old.continues_id)
    is distinct from (new.state, new.started_at, new.stopped_at, new.meter_start_wh, new.meter_stop_wh, new.energy_wh,
    new.energy_started_at, new.card_id, new.id_tag, new.continues_id))
execute function raise_revision();

-- States that the EVSE of a transaction reported from its start until the vehicle left. The times are the station's.
create table transaction_states (
  transaction_id uuid not null references transactions on delete cascade,
  at timestamptz not null,
  state text not null,
  received_at timestamptz not null,
  primary key (transaction_id, at, state)
);
alter table transaction_states enable row level security;
create policy own_account on transaction_states using (exists (
  select from transactions t where t.id = transaction_states.transaction_id));

alter table evses
  add column available_at timestamptz, -- time of the newest state Available
  add column last_transaction_id uuid; -- until Available is reported; without a foreign key, which would need an index
update evses c set last_transaction_id = t.id from transactions t
where t.station_id = c.station_id and t.number = c.transaction_number;

alter table cards add column token_type text; -- as in OCPP 2.x; null: any physical

alter table reservations alter column evse_no drop not null; -- null: any EVSE of the station
update reservations set evse_no = null where evse_no = 0;
