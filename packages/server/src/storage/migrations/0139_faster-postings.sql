-- Cheaper triggers of charges and transfers, with the same results. Older servers: none.

-- The charges of a new rating, all of which are added and booked by one statement: their sums need neither their order nor a
-- second look at the table. Anything else is computed by add_revenue, whose sums for such a rating are the same.
-- As the owner, like add_revenue.
create or replace function revenue_of_new_charges() returns trigger language plpgsql security definer as $$
declare
  ids uuid[];
  at timestamptz;
begin
  if (
    with groups as (
      select n.rating_id, count(*) as charges,
        bool_and(n.reverses_id is null and n.state not in ('proposed', 'cancelled')) as is_booked
      from added n group by n.rating_id, n.account_id, n.transaction_id, n.station_id, n.client_id, n.tariff_version_id,
        n.currency, n.digits, n.tax_included
    )
    select bool_and(g.is_booked) and count(*) = count(distinct g.rating_id) and bool_and(g.charges =
      (select count(*) from charges c where c.rating_id = g.rating_id and c.reverses_id is null))
    from groups g
  ) then
    select max(created_at) into at from added;
    insert into revenue_entries (account_id, rating_id, transaction_id, booked_at, day, station_id, site_id, network_id,
      client_id, owner_id, tariff_id, tariff_version_id, currency, digits, sessions, energy_wh, listed_minor, net_minor,
      tax_minor, commission_minor)
    select s.account_id, s.rating_id, s.transaction_id, at,
      (at at time zone coalesce(st.time_zone, z.time_zone, 'UTC'))::date, s.station_id, z.id,
      coalesce(z.network_id, case when z.id is null and st.network_name is not null then
        (select r.id from reference_rows r where r.kind = 'network' and r.name = st.network_name limit 1) end),
      s.client_id, coalesce(st.client_id, z.client_id), v.tariff_id, s.tariff_version_id, s.currency, s.digits, 1, s.energy,
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
    left join tariff_versions v on v.id = s.tariff_version_id;
    return null;
  end if;
  select array_agg(id) into ids from added where state not in ('proposed', 'cancelled');
  if ids is not null then
    perform add_revenue(ids, 1, (select max(created_at) from added));
  end if;
  return null;
end $$;

-- A statement names the client of its transfers; older servers leave it to the trigger. It is compared for all rows at once.
drop trigger ledger_client on ledger_transfers;
create trigger ledger_client before insert on ledger_transfers
  for each row when (new.client_id is null) execute function ledger_client_of_transfer();

create function ledger_compare_clients() returns trigger language plpgsql as $$
begin
  if exists (select from added n
      join ledger_accounts d on d.id = n.debit_id join ledger_accounts c on c.id = n.credit_id
      where n.client_id is distinct from coalesce(d.client_id, c.client_id)
        or d.client_id is not null and c.client_id is not null) then
    raise exception 'a transfer between two clients, or with another client'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger ledger_compare_clients after insert on ledger_transfers referencing new table as added
  for each statement execute function ledger_compare_clients();
