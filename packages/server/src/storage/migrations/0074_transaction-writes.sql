-- Removes what made each message of a session dearer to store. Older servers: no, a column
-- is gone.

-- No query finds stations by these columns, and a change of an indexed one writes all indexes of the table.
drop index stations_display;
-- No query finds transactions by the id of their station: in OCPP 1.6 it is the number.
drop index transactions_station_ref;
-- The newest state of a transaction is found by the primary key of its states.
alter table transactions drop column charging_state;

-- A trigger before the update locks each updated row first, which is one more entry in the write-ahead log.
drop trigger transactions_corrected on transactions;
create or replace function raise_revision() returns trigger language plpgsql as $$
begin
  update transactions set revision = revision + 1 where id = new.id;
  return null;
end $$;
create trigger transactions_corrected after update of state, started_at, stopped_at, meter_start_wh, meter_stop_wh,
  energy_wh, energy_started_at, card_id, id_tag, continues_id on transactions
for each row when (old.state = 'finished'
  and (old.state, old.started_at, old.stopped_at, old.meter_start_wh, old.meter_stop_wh, old.energy_wh,
    old.energy_started_at, old.card_id, old.id_tag, old.continues_id)
    is distinct from (new.state, new.started_at, new.stopped_at, new.meter_start_wh, new.meter_stop_wh, new.energy_wh,
    new.energy_started_at, new.card_id, new.id_tag, new.continues_id))
execute function raise_revision();
