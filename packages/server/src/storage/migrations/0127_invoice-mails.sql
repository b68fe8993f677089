-- Invoices by mail, reminders, how long documents are kept, and logos of sellers. Older servers: none.

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('confirm-email', 'confirm-new-email', 'already-signed-up', 'login-taken', 'email-in-use',
    'recover-password', 'password-changed', 'email-changed', 'sign-in-linked', 'notice', 'incident', 'invoice',
    'payment-reminder'));
alter table mails
  add column reply_to text,
  add column attachment_ids uuid[] not null default '{}'; -- documents of invoices

alter table clients add column is_invoice_mailed boolean not null default true;

alter table sellers
  -- days after the due date on which a client is reminded; none: no reminders
  add column reminder_days int[] not null default '{7,14,28}',
  add column logo_id uuid, -- changes with the logo, so that no browser shows an old one
  add constraint sellers_reminder_days check (cardinality(reminder_days) <= 5 and 1 <= all (reminder_days)
    and 365 >= all (reminder_days));

-- Logos of sellers, PNG or JPEG.
create table seller_logos (
  id uuid primary key,
  account_id uuid not null references accounts,
  content bytea not null,
  created_at timestamptz not null default now()
);
alter table seller_logos enable row level security;
create policy own_account on seller_logos using (account_id = (select wall_account()));
create policy own_client on seller_logos as restrictive using ((select nullif(sees_all_clients(), false)) is not null);

-- Why no further reminder follows: the operators were notified.
alter table invoices add column dunning_ended_at timestamptz;
create index invoices_overdue on invoices (due_on)
  where state = 'in_progress' and type = 'invoice' and dunning_ended_at is null;

-- Mails of invoices with their delivery; the mails themselves are deleted after a month.
create table invoice_mails (
  id uuid primary key, -- of the mail
  account_id uuid not null references accounts,
  invoice_id uuid not null references invoices,
  kind text not null check (kind in ('invoice', 'reminder')),
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  error text, -- of the last attempt
  created_at timestamptz not null,
  ended_at timestamptz
);
create index invoice_mails_invoice on invoice_mails (invoice_id, created_at);
alter table invoice_mails enable row level security;
create policy own_account on invoice_mails using (account_id = (select wall_account()));
create policy own_client on invoice_mails as restrictive using ((select nullif(sees_all_clients(), false)) is not null);

-- Last day on which a document must be kept: the end of the year of its issue, and the years of the seller after it.
alter table documents add column keep_until date;
alter table documents disable trigger documents_kept;
update documents d set keep_until = make_date(extract(year from i.issued_on)::int + v.retention_years, 12, 31)
from invoices i join sellers v on v.id = i.seller_id where i.id = d.invoice_id;
alter table documents enable trigger documents_kept;
alter table documents alter column keep_until set not null;
create index documents_keep_until on documents (keep_until);
create or replace function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.keep_until < current_date then
    return old;
  end if;
  raise exception 'a document cannot be changed, or deleted before the end of its retention' using errcode = 'restrict_violation';
end $$;

insert into class_methods (class_code, action_code, code, label, built_in_name, is_visible, sequence, is_system) values
  ('invoice', 'send', 'send', 'Send by email', 'Send by email', true, 30, true);
insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'invoice', s.id, m.id, s.id, true
from class_states s join class_methods m on m.class_code = 'invoice' and m.code = 'send'
where s.class_code = 'invoice' and s.code in ('in_progress', 'paid', 'closed');
insert into class_events (class_code, action_code, kind, label, handler, is_system) values
  ('invoice', 'send', 'handler', 'Send the documents to the client', 'invoice.send', true);
