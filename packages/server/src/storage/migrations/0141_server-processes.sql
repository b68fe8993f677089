-- Signs of life of processes, and the fence for replaced connections of stations. Older servers: none.

-- Processes that stations connect to; unlogged, because after a crash of the database each adds itself again.
create unlogged table server_processes (
  name text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Fails if one of the stations has a connection with a higher epoch than the given one; the detail lists these.
create function refuse_replaced(ids uuid[], epochs bigint[]) returns void language plpgsql as $$
declare
  replaced text;
begin
  select string_agg(x.id || '/' || x.epoch, ',') into replaced
  from unnest(ids, epochs) as x (id, epoch) join stations s on s.id = x.id
  where s.connection_epoch > x.epoch;
  if replaced is not null then
    raise exception 'a newer connection of the station exists' using errcode = 'SM001', detail = replaced;
  end if;
end $$;
