-- Revenue of the demo: nothing is booked for it, and it is removed with the demo. Older servers: none.

alter table revenue_entries add is_demo boolean not null default false;
drop trigger revenue_entries_final on revenue_entries;
create trigger revenue_entries_final before update or truncate on revenue_entries
  for each statement execute function revenue_entries_are_final();
create trigger revenue_entries_kept before delete on revenue_entries
  for each row when (not old.is_demo) execute function revenue_entries_are_final();

-- Shares of the demo are never booked: they count as booked from the beginning, so that no job takes them.
alter table owner_shares add is_demo boolean not null default false;
create or replace function add_owner_shares() returns trigger language plpgsql security definer as $$
begin
  insert into owner_shares (entry_id, account_id, owner_id, station_id, day, currency, digits, sessions, energy_wh,
    net_minor, commission_minor, is_booked, is_demo)
  select a.id, a.account_id, a.owner_id, a.station_id, a.day, a.currency, a.digits, a.sessions, a.energy_wh, a.net_minor,
    a.commission_minor, a.is_demo, a.is_demo
  from added a join clients c on c.id = a.owner_id and c.account_id = a.account_id;
  return null;
end $$;

alter table owner_statements add is_demo boolean not null default false;
-- A client of the demo may own stations that are none of the demo.
alter table owner_statements drop constraint owner_statements_owner_id_month_currency_key;
alter table owner_statements add unique (owner_id, month, currency, is_demo);
