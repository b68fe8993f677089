-- The outbox of state changes for which a script is registered. Older servers: no, the table has a new name.
alter table script_runs rename to state_changes;
alter index script_runs_pkey rename to state_changes_pkey;

-- The job that runs scripts starts when the transaction is committed, whichever statement wrote the row.
create function publish_state_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('stationmaster', '[{"kind":"state.changed"}]');
  return null;
end $$;
create trigger state_changes_added after insert on state_changes for each row execute function publish_state_change();
