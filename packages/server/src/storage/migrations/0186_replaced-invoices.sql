-- Invoices that replace a credited one. Older servers: null, and charges that a credit note repeats stay refunded.

alter table invoices add replaces_id uuid references invoices;
-- An invoice is replaced once.
create unique index invoices_replaces on invoices (replaces_id) where replaces_id is not null;
create trigger invoices_replaces_kept before update of replaces_id on invoices
for each row when (old.code is not null and old.replaces_id is distinct from new.replaces_id)
execute function refuse_change_of_issued();

-- As before, and refunded charges that are invoiced again add their amounts again.
create or replace function revenue_of_changed_charges() returns trigger language plpgsql as $$
declare
  booked uuid[];
  taken_back uuid[];
  at timestamptz;
begin
  select array_agg(n.id) filter (where o.state in ('proposed', 'refunded') and n.state not in ('proposed', 'cancelled')),
    array_agg(n.id) filter (where o.state not in ('proposed', 'refunded') and n.state in ('cancelled', 'refunded')),
    max(n.updated_at)
  into booked, taken_back, at
  from changed n join before o on o.id = n.id
  where o.state <> n.state and o.state <> 'cancelled' and not (o.state = 'refunded' and n.state <> 'processing');
  if booked is not null then
    perform add_revenue(booked, 1, at);
  end if;
  if taken_back is not null then
    perform add_revenue(taken_back, -1, at);
  end if;
  return null;
end $$;

insert into workflow_actions (code, label, sequence, is_system) values
  ('replace', 'Replace', 415, true)
on conflict do nothing;
insert into class_methods (class_code, action_code, code, label, built_in_name, is_visible, sequence, is_system) values
  ('invoice', 'replace', 'replace', 'Credit and reissue', 'Credit and reissue', true, 45, true);
insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'invoice', s.id, m.id, n.id, true
from class_states s join class_methods m on m.class_code = 'invoice' and m.code = 'replace'
  join class_states n on n.class_code = 'invoice' and n.code = 'closed'
where s.class_code = 'invoice' and s.code in ('in_progress', 'paid', 'closed');
insert into class_events (class_code, action_code, kind, label, handler, is_system) values
  ('invoice', 'replace', 'handler', 'Credit and reissue', 'invoice.replace', true);
