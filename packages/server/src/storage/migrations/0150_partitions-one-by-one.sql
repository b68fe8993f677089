-- Creates the missing partitions of one table around a day. A partition locks its table and the default partition: a
-- transaction that creates those of several tables and one that stores messages of stations could wait for each other.
create function make_partitions_of(parent text, today date) returns void
language plpgsql as $$
declare
  is_daily boolean := parent in ('ocpp_log', 'api_log');
  step interval := case when is_daily then interval '1 day' else interval '1 month' end;
  first timestamp := case when is_daily then today - 1 else date_trunc('month', today::timestamp) - interval '1 month' end;
  last timestamp := case when is_daily then today + 7 else date_trunc('month', today::timestamp) + interval '2 months' end;
  starts timestamp;
begin
  for starts in select generate_series(first, last, step) loop
    if parent = 'activity' then
      perform make_activity_partition(starts at time zone 'UTC', (starts + step) at time zone 'UTC');
    else
      perform make_partition(parent, parent || '_' || to_char(starts, case when is_daily then 'YYYYMMDD' else 'YYYYMM' end),
        starts at time zone 'UTC', (starts + step) at time zone 'UTC');
    end if;
  end loop;
end $$;

create or replace function make_partitions(today date) returns void
language sql as $$
  select make_partitions_of(parent, today)
  from unnest(array['ocpp_log', 'api_log', 'meter_values', 'event_log', 'activity']) as parent
$$;
