-- Invoices of the demo: they are trials, nothing is booked for them, and they can be removed with it. Older servers: none.
drop trigger invoices_kept on invoices;
create trigger invoices_kept before delete on invoices
for each row when (old.code is not null and not old.is_demo) execute function refuse_change_of_issued();
-- An issued invoice does not become one of the demo.
create trigger invoices_real before update of is_demo on invoices
for each row when (old.code is not null and old.is_demo is distinct from new.is_demo)
execute function refuse_change_of_issued();
alter table invoices add constraint invoices_demo_is_trial check (not is_demo or is_trial);

create or replace function refuse_change_of_lines() returns trigger language plpgsql as $$
begin
  -- a line neither enters nor leaves an issued invoice
  if exists (select from invoices i where i.id in (new.invoice_id, old.invoice_id) and i.code is not null
      and not (i.is_demo and tg_op = 'DELETE')) then
    raise exception 'lines of an issued invoice cannot be changed' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

create or replace function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.keep_until < current_date or exists (select from invoices i where i.id = old.invoice_id and i.is_demo) then
      return old;
    end if;
  end if;
  raise exception 'a document cannot be changed, or deleted before the end of its retention' using errcode = 'restrict_violation';
end $$;
