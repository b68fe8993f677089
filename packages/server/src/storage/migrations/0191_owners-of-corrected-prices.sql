-- Site, network and owner of corrected prices: those of the first price of the session, also if the station has others by now.
-- Otherwise the owner to whom a station was sold would get the corrected price of an old session. Older servers: none.

create or replace function add_revenue(charge_ids uuid[], factor int, at timestamptz) returns void language sql security definer as $$
  with changed as (
    select c.*, coalesce(c.reverses_id, c.id) as base_id, case when c.reverses_id is null then factor else -factor end as sign
    from charges c where c.id = any(charge_ids)
  ), priced as (
    select b.id, b.rating_id, b.service, b.quantity, b.tax_included, b.amount_minor, b.tax_bp,
      coalesce(v.commission_bp, 0) as commission_bp,
      row_number() over (partition by b.rating_id order by b.id) = 1 as is_first,
      sum(b.amount_minor) over (partition by b.rating_id, b.tax_bp order by b.id rows unbounded preceding) as listed
    from charges b left join tariff_versions v on v.id = b.tariff_version_id
    where b.reverses_id is null and (b.transaction_id, b.rating_id) in
      (select o.transaction_id, o.rating_id from charges o join changed x on x.base_id = o.id)
  ), taxed as (
    select p.*, round(listed * tax_bp / case when tax_included then 10000 + tax_bp else 10000 end)
      - round((listed - amount_minor) * tax_bp / case when tax_included then 10000 + tax_bp else 10000 end) as tax
    from priced p
  ), netted as (
    select t.*, case when tax_included then amount_minor - tax else amount_minor end as net,
      sum(case when tax_included then amount_minor - tax else amount_minor end)
        over (partition by rating_id order by id rows unbounded preceding) as nets
    from taxed t
  ), shared as (
    select n.*, round(nets * commission_bp / 10000) - round((nets - net) * commission_bp / 10000) as commission
    from netted n
  )
  insert into revenue_entries (account_id, rating_id, transaction_id, booked_at, day, station_id, site_id, network_id,
    client_id, owner_id, tariff_id, tariff_version_id, currency, digits, sessions, energy_wh, listed_minor, net_minor,
    tax_minor, commission_minor)
  select c.account_id, c.rating_id, c.transaction_id, at,
    (at at time zone coalesce(st.time_zone, z.time_zone, 'UTC'))::date, c.station_id,
    case when e.id is null then z.id else e.site_id end,
    case when e.id is null then coalesce(z.network_id, case when z.id is null then
      (select r.id from reference_rows r where r.kind = 'network' and r.name = st.network_name limit 1) end)
      else e.network_id end,
    c.client_id,
    case when e.id is null then coalesce(st.client_id, z.client_id) else e.owner_id end,
    v.tariff_id, c.tariff_version_id, c.currency, c.digits,
    sum(c.sign * s.is_first::int), sum(case when s.service = 'ENERGY' then c.sign * s.quantity else 0 end),
    sum(c.sign * s.amount_minor), sum(c.sign * s.net), sum(c.sign * s.tax), sum(c.sign * s.commission)
  from changed c join shared s on s.id = c.base_id
  join charges b on b.id = c.base_id
  left join stations st on st.id = c.station_id
  left join sites z on z.id = st.site_id and z.state <> 'deleted'
  left join tariff_versions v on v.id = c.tariff_version_id
  -- what is taken back, and a price that takes its place, belong where the first price of the session was added
  left join lateral (select x.id, x.site_id, x.network_id, x.owner_id
    from ratings o join revenue_entries x on x.rating_id = o.id
    where o.transaction_id = b.transaction_id order by x.booked_at, x.id limit 1) e on true
  group by c.account_id, c.rating_id, c.transaction_id, c.station_id, c.client_id, c.tariff_version_id, c.currency,
    c.digits, c.reverses_id is null, st.id, z.id, v.tariff_id, e.id, e.site_id, e.network_id, e.owner_id
$$;

create or replace function revenue_of_new_charges() returns trigger language plpgsql security definer as $$
declare
  ids uuid[];
  at timestamptz;
begin
  if (
    with groups as (
      select n.rating_id, n.transaction_id, count(*) as charges,
        bool_and(n.reverses_id is null and n.state not in ('proposed', 'cancelled')) as is_booked
      from added n group by n.rating_id, n.account_id, n.transaction_id, n.station_id, n.client_id, n.tariff_version_id,
        n.currency, n.digits, n.tax_included
    )
    select bool_and(g.is_booked) and count(*) = count(distinct g.rating_id) and bool_and(g.charges =
      (select count(*) from charges c
        where c.transaction_id = g.transaction_id and c.rating_id = g.rating_id and c.reverses_id is null))
    from groups g
  ) then
    select max(created_at) into at from added;
    insert into revenue_entries (account_id, rating_id, transaction_id, booked_at, day, station_id, site_id, network_id,
      client_id, owner_id, tariff_id, tariff_version_id, currency, digits, sessions, energy_wh, listed_minor, net_minor,
      tax_minor, commission_minor)
    select s.account_id, s.rating_id, s.transaction_id, at,
      (at at time zone coalesce(st.time_zone, z.time_zone, 'UTC'))::date, s.station_id,
      case when e.id is null then z.id else e.site_id end,
      case when e.id is null then coalesce(z.network_id, case when z.id is null and st.network_name is not null then
        (select r.id from reference_rows r where r.kind = 'network' and r.name = st.network_name limit 1) end)
        else e.network_id end,
      s.client_id, case when e.id is null then coalesce(st.client_id, z.client_id) else e.owner_id end, v.tariff_id,
      s.tariff_version_id, s.currency, s.digits, 1, s.energy,
      s.listed, s.net, s.tax, round(s.net * coalesce(v.commission_bp, 0) / 10000)
    from (
      select t.account_id, t.rating_id, t.transaction_id, t.station_id, t.client_id, t.tariff_version_id, t.currency,
        t.digits, sum(t.energy) as energy, sum(t.listed) as listed, sum(t.tax) as tax,
        sum(case when t.tax_included then t.listed - t.tax else t.listed end) as net
      from (
        select n.account_id, n.rating_id, n.transaction_id, n.station_id, n.client_id, n.tariff_version_id, n.currency,
          n.digits, n.tax_included, sum(n.amount_minor) as listed,
          sum(case when n.service = 'ENERGY' then n.quantity else 0 end) as energy,
          round(sum(n.amount_minor) * n.tax_bp / case when n.tax_included then 10000 + n.tax_bp else 10000 end) as tax
        from added n group by n.account_id, n.rating_id, n.transaction_id, n.station_id, n.client_id,
          n.tariff_version_id, n.currency, n.digits, n.tax_included, n.tax_bp
      ) t group by t.account_id, t.rating_id, t.transaction_id, t.station_id, t.client_id, t.tariff_version_id,
        t.currency, t.digits
    ) s
    left join stations st on st.id = s.station_id
    left join sites z on z.id = st.site_id and z.state <> 'deleted'
    left join tariff_versions v on v.id = s.tariff_version_id
    left join lateral (select x.id, x.site_id, x.network_id, x.owner_id
      from ratings o join revenue_entries x on x.rating_id = o.id
      where o.transaction_id = s.transaction_id and o.id <> s.rating_id
      order by x.booked_at, x.id limit 1) e on true;
    return null;
  end if;
  select array_agg(id) into ids from added where state not in ('proposed', 'cancelled');
  if ids is not null then
    perform add_revenue(ids, 1, (select max(created_at) from added));
  end if;
  return null;
end $$;

-- create or replace has removed their search path
do $$
declare
  called regprocedure;
begin
  for called in
    select p.oid from pg_proc p where p.pronamespace = current_schema()::regnamespace
      and p.proname in ('add_revenue', 'revenue_of_new_charges')
  loop
    execute format('alter function %s set search_path = %I, pg_temp', called, current_schema());
  end loop;
end $$;
