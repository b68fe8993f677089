-- Activity: what happened at stations and to their cards and sessions, one row per event, a partition per month.
-- Older servers: none.

-- The lowest id of an instant: milliseconds since 1970 in the upper 43 bits, so that the order of ids is that of time.
create function activity_floor(at timestamptz) returns bigint language sql immutable parallel safe
return floor(extract(epoch from at) * 1000)::bigint << 20;

create sequence activity_number;
-- The id of a new event.
create function activity_id(at timestamptz) returns bigint language sql volatile
return activity_floor(at) | (nextval('activity_number') & 1048575);

create table activity (
  id bigint not null,
  at timestamptz not null, -- time of receipt, or of the action of a user
  account_id uuid not null,
  kind text not null,
  station_id uuid,
  evse_no int, -- 0: the station itself
  card_id uuid,
  id_tag text,
  transaction_number int,
  user_id uuid,
  command_id uuid,
  reported_at timestamptz, -- time of the station's clock
  message_id text, -- of the call in the OCPP log
  details jsonb,
  primary key (id)
) partition by range (id);
create table activity_default partition of activity default;
create index activity_kind on activity (account_id, kind, id);
create index activity_station on activity (station_id, id) where station_id is not null;
create index activity_tag on activity (account_id, lower(id_tag), id) where id_tag is not null;
create index activity_transaction on activity (transaction_number, id) where transaction_number is not null;

alter table activity enable row level security;
create policy own_account on activity using (account_id = wall_account());
-- events of the client's stations, and of its cards elsewhere
create policy own_client on activity as restrictive for select using (tenant_client() is null
  or exists (select from stations s where s.id = station_id) or exists (select from cards k where k.id = card_id));

create function make_activity_partition(starts timestamptz, ends timestamptz) returns void
language plpgsql as $$
declare
  name text := 'activity_' || to_char(starts at time zone 'UTC', 'YYYYMM');
begin
  if to_regclass(name) is null then
    execute format('create table %I (like activity including defaults including constraints)', name);
    -- rows that came before their partition existed
    execute format('with moved as (delete from activity_default where id >= %s and id < %s returning *)
      insert into %I select * from moved', activity_floor(starts), activity_floor(ends), name);
    execute format('alter table activity attach partition %I for values from (%s) to (%s)', name,
      activity_floor(starts), activity_floor(ends));
  end if;
end $$;

create or replace function make_partitions(today date) returns void
language plpgsql as $$
declare
  parent text;
  day date;
  month date;
begin
  foreach parent in array array['ocpp_log', 'api_log'] loop
    for day in select generate_series(today - 1, today + 7, interval '1 day')::date loop
      perform make_partition(parent, parent || '_' || to_char(day, 'YYYYMMDD'),
        day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
    end loop;
  end loop;
  for month in select generate_series(date_trunc('month', today::timestamp) - interval '1 month',
      date_trunc('month', today::timestamp) + interval '2 months', interval '1 month')::date loop
    foreach parent in array array['meter_values', 'event_log'] loop
      perform make_partition(parent, parent || '_' || to_char(month, 'YYYYMM'),
        month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
    end loop;
    perform make_activity_partition(month::timestamp at time zone 'UTC',
      (month + interval '1 month')::timestamp at time zone 'UTC');
  end loop;
end $$;
