-- Journals of calls and of events, kept for a time and dropped by whole partitions. Older servers: none.
create table api_log (
  id uuid not null, -- the correlation id of the call
  at timestamptz not null,
  account_id uuid,
  user_id uuid,
  username text,
  session_id uuid, -- what people see of a session, never its code
  path text not null, -- as in the contract: parameters of the path stand in parameters
  parameters text, -- JSON without secrets, cut
  run_ms real not null,
  status smallint not null,
  address text not null,
  primary key (at, id)
) partition by range (at);
create table api_log_default partition of api_log default;
create index api_log_user on api_log (username, at);
create index api_log_path on api_log (path, at);
create index api_log_failed on api_log (status, at) where status >= 400;

create table event_log (
  id uuid not null,
  at timestamptz not null,
  type text not null check (type in ('message', 'warning', 'error', 'debug')),
  code text not null, -- of the room that tells: web, jobs, mail ...
  event text not null, -- what happened, as a short name
  text text not null,
  account_id uuid,
  user_id uuid,
  username text,
  session_id uuid, -- what people see of a session, never its code
  object text,
  correlation text,
  primary key (at, id)
) partition by range (at);
create table event_log_default partition of event_log default;
create index event_log_user on event_log (username, at);
create index event_log_type on event_log (type, at);
create index event_log_code on event_log (code, at);
create index event_log_event on event_log (event, at);
create index event_log_correlation on event_log (correlation, at) where correlation is not null;

-- Administrators alone read them; what is told while somebody acts for an account may be written.
alter table api_log enable row level security;
create policy own_account on api_log using (false) with check (account_id = wall_account());
alter table event_log enable row level security;
create policy own_account on event_log using (false) with check (account_id is null or account_id = wall_account());

create or replace function make_partition(parent text, name text, starts timestamptz, ends timestamptz) returns void
language plpgsql as $$
declare
  instant text := case parent when 'meter_values' then 'sampled_at' else 'at' end;
begin
  if to_regclass(name) is null then
    execute format('create table %I (like %I including defaults including constraints)', name, parent);
    -- rows that came before their partition existed
    execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
      parent || '_default', instant, starts, instant, ends, name);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, starts, ends);
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
  foreach parent in array array['meter_values', 'event_log'] loop
    for month in select generate_series(date_trunc('month', today::timestamp) - interval '1 month',
        date_trunc('month', today::timestamp) + interval '2 months', interval '1 month')::date loop
      perform make_partition(parent, parent || '_' || to_char(month, 'YYYYMM'),
        month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
    end loop;
  end loop;
end $$;

-- Drops partitions of one table that ended before an instant and returns their names; late rows in the default one
-- are deleted. Partitions are named by their day or month.
create function drop_partitions_of(parent text, before timestamptz) returns setof text
language plpgsql as $$
declare
  name text;
  digits text;
begin
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.relname ~ '_[0-9]+$'
  loop
    digits := substring(name from '[0-9]+$');
    -- in brackets, because "then" would end the condition
    if (case length(digits)
      when 8 then (to_date(digits, 'YYYYMMDD') + 1)::timestamp at time zone 'UTC'
      else (to_date(digits, 'YYYYMM') + interval '1 month')::timestamp at time zone 'UTC'
    end) <= before then
      execute format('drop table %I', name);
      return next name;
    end if;
  end loop;
  execute format('delete from %I where %I < %L', parent || '_default',
    case parent when 'meter_values' then 'sampled_at' else 'at' end, before);
end $$;
