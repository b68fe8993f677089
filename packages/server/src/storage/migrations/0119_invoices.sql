-- Sellers, invoices, credit notes and their documents. Older servers: none.

-- What an invoice needs to know of a client.
alter table clients
  add column street text,
  add column postal_code text,
  add column city text,
  add column country_code text check (country_code ~ '^[A-Z]{2}$'),
  add column vat_id text,
  add column buyer_reference text, -- in Germany the Leitweg-ID of a public buyer
  add column electronic_address text,
  add column electronic_scheme text check (electronic_scheme ~ '^[0-9]{4}$|^EM$'),
  add column payment_days int check (payment_days between 0 and 365), -- null: those of the seller
  add column invoice_schedule text check (invoice_schedule in ('monthly', 'immediate', 'manual')); -- null: that of the seller

create table sellers (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  type text not null default 'seller',
  state text not null default 'created',
  code text not null, -- the seller's number
  name text not null, -- legal name
  label text, -- trade name
  description text,
  street text,
  postal_code text,
  city text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  vat_id text,
  tax_number text,
  register text, -- court and number of the commercial register
  managing text, -- managing directors, where the law requires their names
  iban text,
  bic text,
  email text,
  phone text,
  website text,
  electronic_address text,
  electronic_scheme text check (electronic_scheme ~ '^[0-9]{4}$|^EM$'),
  is_small_business boolean not null default false, -- no tax is shown
  number_pattern text not null default '{series}-{year}-{number}',
  payment_days int not null default 14 check (payment_days between 0 and 365),
  invoice_schedule text not null default 'monthly' check (invoice_schedule in ('monthly', 'immediate', 'manual')),
  time_zone text not null default 'UTC', -- its days decide about dates and periods
  retention_years int not null default 10 check (retention_years between 1 and 30),
  is_default boolean not null default false,
  tags text[] not null default '{}',
  is_demo boolean not null default false,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sellers_code on sellers (account_id, lower(code));
create unique index sellers_default on sellers (account_id) where is_default and state <> 'deleted';
create index sellers_name on sellers (account_id, name, id);

-- Next numbers. They are taken in the transaction that issues, so that none is missing.
create table invoice_series (
  seller_id uuid not null references sellers,
  account_id uuid not null references accounts,
  series text not null check (series in ('INV', 'CN')), -- invoices, credit notes
  year int not null,
  next_no int not null default 1 check (next_no > 0),
  primary key (seller_id, series, year)
);

create table invoices (
  id uuid primary key,
  account_id uuid not null references accounts,
  seller_id uuid not null references sellers,
  client_id uuid not null references clients,
  owner_id uuid references users, -- who created the draft; null: a job
  type text not null check (type in ('invoice', 'credit_note')),
  state text not null default 'created' check (state in ('created', 'in_progress', 'paid', 'closed', 'failed', 'cancelled')),
  code text, -- number; null until it is issued
  reference text, -- of the payment, ISO 11649
  currency text not null,
  is_tax_included boolean not null, -- gross price lists; net lists add the tax
  period_from date not null,
  period_to date not null, -- last day
  issued_on date,
  due_on date,
  language text not null,
  net_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  gross_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  credited_minor bigint not null default 0, -- of credit notes for this invoice
  taxes jsonb not null default '[]', -- per rate: basis points, net, tax and gross
  seller jsonb, -- as it was when the invoice was issued
  buyer jsonb,
  corrects_id uuid references invoices, -- the invoice of a credit note
  reason text, -- of a credit note or a cancellation
  is_trial boolean not null default false,
  error text, -- code of the reason why it could not be issued
  reminders int not null default 0,
  reminded_at timestamptz,
  issued_at timestamptz,
  is_demo boolean not null default false,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((code is null) = (issued_at is null)),
  check (state in ('created', 'failed', 'cancelled') = (code is null)),
  check ((type = 'credit_note') = (corrects_id is not null)),
  check (gross_minor = net_minor + tax_minor)
);
create unique index invoices_code on invoices (seller_id, code) where code is not null;
create unique index invoices_reference on invoices (seller_id, reference) where reference is not null;
create unique index invoices_draft on invoices (seller_id, client_id, currency, is_tax_included, period_from, period_to)
  where state in ('created', 'failed') and type = 'invoice';
create index invoices_account on invoices (account_id, created_at desc, id desc);
create index invoices_client on invoices (client_id, created_at desc);
create index invoices_open on invoices (account_id, due_on) where state = 'in_progress';
create index invoices_corrects on invoices (corrects_id) where corrects_id is not null;

create table invoice_lines (
  invoice_id uuid not null references invoices,
  line int not null check (line > 0),
  account_id uuid not null references accounts,
  charge_id uuid not null,
  transaction_id uuid not null,
  transaction_number int,
  service text not null,
  station text not null, -- identity
  place text,
  tariff text,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  time_zone text not null,
  meter_start_wh bigint,
  meter_stop_wh bigint,
  quantity bigint not null,
  unit text not null, -- Wh, s or count
  price text, -- per kWh, hour or piece, if one price applied
  amount_minor bigint not null, -- as in the price list
  net_minor bigint not null default 0, -- with the tax, their sums over the lines are those of the invoice
  tax_minor bigint not null default 0,
  tax_bp int not null check (tax_bp >= 0),
  country text not null, -- of the supply, which decides about the tax
  parts jsonb not null, -- how the amount was calculated
  primary key (invoice_id, line)
);
create index invoice_lines_charge on invoice_lines (charge_id);

-- Files of issued invoices: added once, never changed.
create table documents (
  id uuid primary key,
  account_id uuid not null references accounts,
  invoice_id uuid not null references invoices,
  kind text not null check (kind in ('pdf', 'cii', 'ubl')),
  type text not null, -- media type
  name text not null,
  content bytea not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  unique (invoice_id, kind)
);

-- An issued invoice is never altered: only what follows from payments and credit notes.
create function refuse_change_of_issued() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger invoices_issued before update of seller_id, client_id, account_id, type, code, reference, currency,
  is_tax_included, period_from, period_to, issued_on, issued_at, language, net_minor, tax_minor, gross_minor, taxes,
  seller, buyer, corrects_id, reason, is_trial on invoices
for each row when (old.code is not null and (old.seller_id, old.client_id, old.account_id, old.type, old.code,
    old.reference, old.currency, old.is_tax_included, old.period_from, old.period_to, old.issued_on, old.issued_at,
    old.language, old.net_minor, old.tax_minor, old.gross_minor, old.taxes, old.seller, old.buyer, old.corrects_id,
    old.reason, old.is_trial)
  is distinct from (new.seller_id, new.client_id, new.account_id, new.type, new.code, new.reference, new.currency,
    new.is_tax_included, new.period_from, new.period_to, new.issued_on, new.issued_at, new.language, new.net_minor,
    new.tax_minor, new.gross_minor, new.taxes, new.seller, new.buyer, new.corrects_id, new.reason, new.is_trial))
execute function refuse_change_of_issued();
create trigger invoices_kept before delete on invoices
for each row when (old.code is not null) execute function refuse_change_of_issued();

create function refuse_change_of_lines() returns trigger language plpgsql as $$
begin
  -- a line neither enters nor leaves an issued invoice
  if exists (select from invoices i where i.id in (new.invoice_id, old.invoice_id) and i.code is not null) then
    raise exception 'lines of an issued invoice cannot be changed' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger invoice_lines_issued before insert or update or delete on invoice_lines
for each row execute function refuse_change_of_lines();

create function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  raise exception 'a document cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger documents_kept before update or delete on documents
for each row execute function refuse_change_of_document();

alter table sellers enable row level security;
create policy own_account on sellers using (account_id = wall_account());
create policy own_client on sellers as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
alter table invoice_series enable row level security;
create policy own_account on invoice_series using (account_id = wall_account());
create policy own_client on invoice_series as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
alter table invoices enable row level security;
create policy own_account on invoices using (account_id = wall_account());
-- users of a client see what was issued to it
create policy own_client on invoices as restrictive using ((select nullif(sees_all_clients(), false)) is not null
  or (client_id = tenant_client() and code is not null));
alter table invoice_lines enable row level security;
create policy own_account on invoice_lines using (account_id = wall_account());
create policy own_client on invoice_lines as restrictive using ((select nullif(sees_all_clients(), false)) is not null
  or exists (select from invoices i where i.id = invoice_id));
alter table documents enable row level security;
create policy own_account on documents using (account_id = wall_account());
create policy own_client on documents as restrictive using ((select nullif(sees_all_clients(), false)) is not null
  or exists (select from invoices i where i.id = invoice_id));

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence) values
  ('seller', 'document', 'seller', 'Seller', null, false, true, 170),
  ('invoice', 'record', 'invoice', 'Invoice', null, false, true, 200);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system) values
  ('seller', 'seller', 'Seller', 'Seller', 10, true),
  ('invoice', 'invoice', 'Invoice', 'Invoice', 10, true),
  ('invoice', 'credit_note', 'Credit note', 'Credit note', 20, true);

insert into workflow_actions (code, label, sequence, is_system) values
  ('issue', 'Issue', 400, true), ('credit', 'Credit', 410, true), ('pay', 'Pay', 420, true),
  ('close', 'Close', 430, true)
on conflict do nothing;
insert into class_states (class_code, code, label, built_in_name, state_type, sequence, is_system) values
  ('invoice', 'created', 'Draft', 'Draft', 'created', 10, true),
  ('invoice', 'in_progress', 'Open', 'Open', 'enabled', 20, true),
  ('invoice', 'paid', 'Paid', 'Paid', 'disabled', 30, true),
  ('invoice', 'closed', 'Closed', 'Closed', 'disabled', 40, true),
  ('invoice', 'failed', 'Failed', 'Failed', 'created', 50, true),
  ('invoice', 'cancelled', 'Cancelled', 'Cancelled', 'disabled', 60, true);
insert into class_methods (class_code, action_code, code, label, built_in_name, is_visible, sequence, is_system) values
  ('invoice', 'issue', 'issue', 'Issue', 'Issue', true, 10, true),
  ('invoice', 'cancel', 'cancel', 'Cancel', 'Cancel', true, 20, true),
  ('invoice', 'credit', 'credit', 'Credit', 'Credit', true, 40, true),
  ('invoice', 'fail', 'fail', 'Fail', 'Fail', false, 50, true),
  ('invoice', 'pay', 'pay', 'Record payment', 'Record payment', true, 15, true),
  ('invoice', 'close', 'close', 'Close', 'Close', false, 70, true);
insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'invoice', s.id, m.id, n.id, true
from (values
  ('created', 'issue', 'in_progress'), ('failed', 'issue', 'in_progress'), ('created', 'fail', 'failed'),
  ('created', 'cancel', 'cancelled'), ('failed', 'cancel', 'cancelled'),
  ('in_progress', 'credit', 'in_progress'), ('paid', 'credit', 'paid'),
  ('in_progress', 'pay', 'in_progress'), ('in_progress', 'close', 'closed'), ('paid', 'close', 'closed')
) as t (state, method, new_state)
join class_states s on s.class_code = 'invoice' and s.code = t.state
join class_methods m on m.class_code = 'invoice' and m.code = t.method
join class_states n on n.class_code = 'invoice' and n.code = t.new_state;
insert into class_events (class_code, action_code, kind, label, handler, is_system) values
  ('invoice', 'issue', 'handler', 'Take a number and book', 'invoice.issue', true),
  ('invoice', 'pay', 'handler', 'Book the payment', 'invoice.pay', true),
  ('invoice', 'cancel', 'handler', 'Release the charges', 'invoice.cancel', true),
  ('invoice', 'credit', 'handler', 'Create a credit note', 'invoice.credit', true);
