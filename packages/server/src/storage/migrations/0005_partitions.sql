-- Partitions of the OCPP log (a day each) and of the meter values (a month each). Older servers: none.
create function make_partition(parent text, name text, starts timestamptz, ends timestamptz) returns void
language plpgsql as $$
begin
  if to_regclass(name) is null then
    execute format('create table %I (like %I including defaults)', name, parent);
    -- rows that came before their partition existed
    execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
      parent || '_default', case parent when 'ocpp_log' then 'at' else 'sampled_at' end, starts,
      case parent when 'ocpp_log' then 'at' else 'sampled_at' end, ends, name);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, starts, ends);
  end if;
end $$;

-- Makes what is missing from yesterday to `ahead` days or months from now.
create function make_partitions(today date) returns void
language plpgsql as $$
declare
  day date;
  month date;
begin
  for day in select generate_series(today - 1, today + 7, interval '1 day')::date loop
    perform make_partition('ocpp_log', 'ocpp_log_' || to_char(day, 'YYYYMMDD'),
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  end loop;
  for month in select generate_series(date_trunc('month', today::timestamp) - interval '1 month',
      date_trunc('month', today::timestamp) + interval '2 months', interval '1 month')::date loop
    perform make_partition('meter_values', 'meter_values_' || to_char(month, 'YYYYMM'),
      month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
  end loop;
end $$;

-- Drops whole partitions that ended before the limits and returns their names; late rows in the default
-- partitions are deleted.
create function drop_old_partitions(log_before timestamptz, meter_before timestamptz) returns setof text
language plpgsql as $$
declare
  part record;
begin
  for part in
    select c.relname as name, p.relname as parent
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname in ('ocpp_log', 'meter_values') and c.relname ~ '_[0-9]+$'
  loop
    if (part.parent = 'ocpp_log'
        and (to_date(right(part.name, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC' <= log_before)
      or (part.parent = 'meter_values'
        and (to_date(right(part.name, 6), 'YYYYMM') + interval '1 month')::timestamp at time zone 'UTC' <= meter_before)
    then
      execute format('drop table %I', part.name);
      return next part.name;
    end if;
  end loop;
  delete from ocpp_log_default where at < log_before;
  delete from meter_values_default where sampled_at < meter_before;
end $$;
