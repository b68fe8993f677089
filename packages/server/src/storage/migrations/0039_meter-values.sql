-- Kinds of samples beyond the standard belong to the station that sent them; what differs in its text alone is another
-- sample. Older servers: they store kinds beyond the standard for all stations, and those stay readable.
alter table sample_kinds add column station_id uuid references stations on delete cascade; -- null: for all stations
create index sample_kinds_station on sample_kinds (station_id) where station_id is not null;

alter table sample_kinds enable row level security;
create policy own_account on sample_kinds using (station_id is null or exists (
  select from stations s where s.id = sample_kinds.station_id and s.account_id = wall_account()));

do $$
declare
  name text;
begin
  -- its name is cut by the limit on lengths of names
  select conname into strict name from pg_constraint
  where conrelid = 'meter_values'::regclass and contype = 'u';
  execute format('alter table meter_values drop constraint %I', name);
end $$;
-- Most samples have no text, so the last column costs them nothing. A hash, because texts may be longer than an index takes.
create unique index meter_values_content on meter_values (station_id, connector_no, sampled_at, kind_id, value,
  hashtextextended(raw, 0)) nulls not distinct;
