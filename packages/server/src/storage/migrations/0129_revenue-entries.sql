-- What charges add to and take from revenue, for reports. Older servers: none.

-- Only added, by triggers of charges, so that no statement that books or cancels a charge can forget it. One row for
-- the charges of a session that are booked, cancelled or refunded together. Without foreign keys: it outlives what it names.
create table revenue_entries (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  rating_id uuid not null,
  transaction_id uuid not null,
  booked_at timestamptz not null,
  day date not null, -- of booked_at in local time of the station
  station_id uuid not null,
  site_id uuid,
  network_id uuid,
  client_id uuid not null, -- who pays
  owner_id uuid, -- client that owns the station or its site
  tariff_id uuid,
  tariff_version_id uuid not null,
  currency text not null,
  digits smallint not null, -- of its minor unit
  sessions smallint not null, -- 1 with the first charge of a session, -1 if it is taken back
  energy_wh bigint not null, -- charged by a price per kWh
  listed_minor bigint not null, -- as in the price list, and as the ledger books it
  net_minor bigint not null,
  tax_minor bigint not null,
  commission_minor bigint not null, -- part of the net amount that the operator keeps
  check (commission_minor between least(net_minor, 0) and greatest(net_minor, 0))
);
create index revenue_entries_day on revenue_entries (account_id, day);
create index revenue_entries_client on revenue_entries (client_id, day);
create index revenue_entries_rating on revenue_entries (rating_id);

alter table revenue_entries enable row level security;
create policy own_account on revenue_entries using (account_id = (select wall_account()));
create policy own_client on revenue_entries as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or client_id = (select tenant_client()));

create function revenue_entries_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'entries of revenue are never changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger revenue_entries_final before update or delete or truncate on revenue_entries
  for each statement execute function revenue_entries_are_final();

-- Adds the amounts of charges (1), or takes them back (-1). Tax and commission are computed for all charges of a rating,
-- in the order of their ids and cumulatively, so that their sums are those of the rating, whichever charges follow later.
-- A charge that reverses another one has the amounts of that one with the opposite sign.
-- As the owner: it reads tariffs and stations that the user who decides may not see.
create function add_revenue(charge_ids uuid[], factor int, at timestamptz) returns void language sql security definer as $$
  with changed as (
    select c.*, coalesce(c.reverses_id, c.id) as base_id, case when c.reverses_id is null then factor else -factor end as sign
    from charges c where c.id = any(charge_ids)
  ), priced as (
    select b.id, b.rating_id, b.service, b.quantity, b.tax_included, b.amount_minor, b.tax_bp,
      coalesce(v.commission_bp, 0) as commission_bp,
      row_number() over (partition by b.rating_id order by b.id) = 1 as is_first,
      sum(b.amount_minor) over (partition by b.rating_id, b.tax_bp order by b.id rows unbounded preceding) as listed
    from charges b left join tariff_versions v on v.id = b.tariff_version_id
    where b.reverses_id is null and b.rating_id in (select o.rating_id from charges o join changed x on x.base_id = o.id)
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
  -- what is taken back belongs where it was added
  left join lateral (select x.id, x.site_id, x.network_id, x.owner_id from revenue_entries x
    where x.rating_id = b.rating_id order by x.booked_at, x.id limit 1) e on true
  group by c.account_id, c.rating_id, c.transaction_id, c.station_id, c.client_id, c.tariff_version_id, c.currency,
    c.digits, c.reverses_id is null, st.id, z.id, v.tariff_id, e.id, e.site_id, e.network_id, e.owner_id
$$;

create function revenue_of_new_charges() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(id) into ids from added where state not in ('proposed', 'cancelled');
  if ids is not null then
    perform add_revenue(ids, 1, (select max(created_at) from added));
  end if;
  return null;
end $$;
create trigger charges_add_revenue after insert on charges referencing new table as added
  for each statement execute function revenue_of_new_charges();

create function revenue_of_changed_charges() returns trigger language plpgsql as $$
declare
  booked uuid[];
  taken_back uuid[];
  at timestamptz;
begin
  select array_agg(n.id) filter (where o.state = 'proposed' and n.state not in ('proposed', 'cancelled')),
    array_agg(n.id) filter (where o.state <> 'proposed' and n.state in ('cancelled', 'refunded')), max(n.updated_at)
  into booked, taken_back, at
  from changed n join before o on o.id = n.id
  where o.state <> n.state and o.state not in ('cancelled', 'refunded');
  if booked is not null then
    perform add_revenue(booked, 1, at);
  end if;
  if taken_back is not null then
    perform add_revenue(taken_back, -1, at);
  end if;
  return null;
end $$;
create trigger charges_change_revenue after update on charges referencing old table as before new table as changed
  for each statement execute function revenue_of_changed_charges();

-- Charges so far: by the days on which they were booked and, if so, taken back.
do $$
declare
  of record;
begin
  for of in select created_at, array_agg(id order by id) as ids from charges
    where state <> 'proposed' and not (state = 'cancelled' and exists (
      select from ratings r where r.id = rating_id and r.hold_reason = 'proposed'))
    group by created_at order by created_at
  loop
    perform add_revenue(of.ids, 1, of.created_at);
  end loop;
  for of in select updated_at, array_agg(id order by id) as ids from charges
    where state = 'refunded' or (state = 'cancelled' and not exists (
      select from ratings r where r.id = rating_id and r.hold_reason = 'proposed'))
    group by updated_at order by updated_at
  loop
    perform add_revenue(of.ids, -1, of.updated_at);
  end loop;
end $$;
