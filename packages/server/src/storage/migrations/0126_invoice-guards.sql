-- Invoices: guards against truncate, policies that read the user once per statement, documents that wait or failed,
-- and charges of cancelled drafts. Older servers: none.

create trigger invoices_truncated before truncate on invoices
for each statement execute function refuse_change_of_issued();
create trigger invoice_lines_truncated before truncate on invoice_lines
for each statement execute function refuse_change_of_issued();
create trigger documents_truncated before truncate on documents
for each statement execute function refuse_change_of_document();

alter policy own_account on sellers using (account_id = (select wall_account()));
alter policy own_account on invoice_series using (account_id = (select wall_account()));
alter policy own_account on invoices using (account_id = (select wall_account()));
alter policy own_client on invoices using ((select nullif(sees_all_clients(), false)) is not null
  or (client_id = (select tenant_client()) and code is not null));
alter policy own_account on invoice_lines using (account_id = (select wall_account()));
alter policy own_account on documents using (account_id = (select wall_account()));

-- True from the issue of an invoice until its documents are made or have failed.
alter table invoices add column is_document_due boolean not null default false;
update invoices i set is_document_due = true
where code is not null and error is null and not exists (select from documents d where d.invoice_id = i.id);
create index invoices_document_due on invoices (issued_at, id) where is_document_due;

-- When a user cancelled the draft with this charge: jobs leave it alone until something changes.
alter table charges add column set_aside_at timestamptz;

insert into workflow_actions (code, label, sequence, is_system) values
  ('make_documents', 'Make documents', 440, true)
on conflict do nothing;
insert into class_methods (class_code, action_code, code, label, built_in_name, is_visible, sequence, is_system) values
  ('invoice', 'make_documents', 'make_documents', 'Make documents', 'Make documents', true, 12, true);
insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'invoice', s.id, m.id, s.id, true
from class_states s join class_methods m on m.class_code = 'invoice' and m.code = 'make_documents'
where s.class_code = 'invoice' and s.code in ('in_progress', 'paid', 'closed');
insert into class_events (class_code, action_code, kind, label, handler, is_system) values
  ('invoice', 'make_documents', 'handler', 'Make the documents again', 'invoice.make_documents', true);
