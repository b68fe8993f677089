-- Revenue of the demo: nothing is booked for it, and it is removed with the demo. Documents of statements. Older servers: none.

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

-- A document belongs to an invoice or to a statement of an owner.
alter table documents alter invoice_id drop not null;
alter table documents add statement_id uuid references owner_statements;
alter table documents add unique (statement_id);
alter table documents add check (num_nonnulls(invoice_id, statement_id) = 1);
alter policy own_client on documents using ((select nullif(sees_all_clients(), false)) is not null
  or exists (select from invoices i where i.id = invoice_id)
  or exists (select from owner_statements s where s.id = statement_id));
create or replace function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.keep_until < current_date or exists (select from invoices i where i.id = old.invoice_id and i.is_demo)
      or exists (select from owner_statements s where s.id = old.statement_id and s.is_demo) then
      return old;
    end if;
  end if;
  raise exception 'a document cannot be changed, or deleted before the end of its retention' using errcode = 'restrict_violation';
end $$;
