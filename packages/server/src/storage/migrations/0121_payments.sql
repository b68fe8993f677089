-- Payments, refunds, disputes and payouts, and what is exchanged with their providers. Older servers: none.

create table payments (
  id uuid primary key,
  account_id uuid not null references accounts,
  client_id uuid not null references clients,
  invoice_id uuid references invoices, -- null: the client pays in advance
  owner_id uuid references users, -- who asked for it; null: a job
  type text not null check (type in ('manual', 'offline', 'stripe')), -- the provider
  purpose text not null check (purpose in ('invoice', 'top_up')),
  state text not null default 'pending' check (state in
    ('pending', 'waiting_for_capture', 'succeeded', 'refunded', 'cancelled', 'expired', 'failed')),
  description text,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  authorised_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0, -- of refunds that have not failed
  disputed_minor bigint not null default 0, -- of disputes that are open or lost
  fee_minor bigint, -- null: not known yet
  is_captured_later boolean not null default false, -- by a user, or before the authorization ends
  session_reference text, -- of the page of the provider
  reference text, -- of the payment at the provider
  checkout_url text,
  return_path text,
  expires_at timestamptz, -- of the page
  paid_at timestamptz, -- authorised, or received
  booked_at timestamptz,
  capture_before timestamptz,
  capture_at timestamptz, -- when it is captured by itself
  checked_at timestamptz, -- when the provider was last asked
  journal_id uuid,
  error text, -- code of the reason why it failed
  is_trial boolean not null default false, -- no money moves
  is_demo boolean not null default false,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((purpose = 'invoice') = (invoice_id is not null)),
  check (refunded_minor between 0 and captured_minor),
  check ((booked_at is null) = (state not in ('succeeded', 'refunded')))
);
create index payments_account on payments (account_id, created_at desc, id desc);
create index payments_client on payments (client_id, created_at desc);
create index payments_invoice on payments (invoice_id) where invoice_id is not null;
create unique index payments_session on payments (type, session_reference) where session_reference is not null;
create unique index payments_reference on payments (type, reference) where reference is not null;
create index payments_open on payments (checked_at) where state in ('pending', 'waiting_for_capture');
-- One payment of an invoice waits at a time, so that it is not paid twice.
create unique index payments_waiting on payments (invoice_id) where state in ('pending', 'waiting_for_capture');

create table refunds (
  id uuid primary key,
  account_id uuid not null references accounts,
  client_id uuid not null references clients,
  payment_id uuid not null references payments,
  owner_id uuid references users,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text,
  reference text, -- at the provider
  journal_id uuid not null,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_payment on refunds (payment_id, created_at);
create unique index refunds_reference on refunds (reference) where reference is not null;
create index refunds_pending on refunds (updated_at) where state = 'pending';

-- Calls to make to a provider: stored with their cause, made after the commit, and repeated with the same id as key.
create table payment_requests (
  id uuid primary key,
  account_id uuid not null references accounts,
  payment_id uuid not null references payments,
  refund_id uuid references refunds,
  kind text not null check (kind in ('authorise', 'capture', 'cancel', 'refund')),
  amount_minor bigint not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null,
  leased_until timestamptz, -- one process makes the call
  first_sent_at timestamptz,
  error text,
  created_at timestamptz not null,
  check ((kind = 'refund') = (refund_id is not null))
);
create index payment_requests_due on payment_requests (due_at) where state = 'pending';
create index payment_requests_payment on payment_requests (payment_id);
create unique index payment_requests_once on payment_requests (payment_id, kind) where state = 'pending' and kind <> 'refund';
create unique index payment_requests_refund on payment_requests (refund_id) where refund_id is not null;

create table disputes (
  id uuid primary key,
  account_id uuid not null references accounts,
  client_id uuid not null references clients,
  payment_id uuid not null references payments,
  reference text not null unique, -- at the provider
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null default 0,
  currency text not null,
  reason text,
  is_withdrawn boolean not null default false, -- the provider has taken the amount
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index disputes_payment on disputes (payment_id);

create table payouts (
  id uuid primary key,
  account_id uuid not null references accounts,
  provider text not null,
  reference text not null,
  state text not null check (state in ('paid', 'failed')),
  amount_minor bigint not null,
  currency text not null,
  journal_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, reference)
);
create index payouts_account on payouts (account_id, created_at desc);

-- Messages of providers as they arrived. They say what to fetch, nothing is booked from them.
create table provider_events (
  id uuid primary key,
  provider text not null,
  event text not null, -- id at the provider
  type text not null,
  object_kind text, -- null: of no interest
  object_reference text,
  body text not null,
  received_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null,
  error text,
  unique (provider, event)
);
create index provider_events_due on provider_events (due_at) where state = 'pending';
create index provider_events_received on provider_events (received_at);

alter table payments enable row level security;
create policy own_account on payments using (account_id = (select wall_account()));
create policy own_client on payments as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or client_id = (select tenant_client()));
alter table refunds enable row level security;
create policy own_account on refunds using (account_id = (select wall_account()));
create policy own_client on refunds as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or client_id = (select tenant_client()));
alter table disputes enable row level security;
create policy own_account on disputes using (account_id = (select wall_account()));
create policy own_client on disputes as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or client_id = (select tenant_client()));
alter table payment_requests enable row level security;
create policy own_account on payment_requests using (account_id = (select wall_account()));
create policy own_client on payment_requests as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or exists (select from payments p where p.id = payment_id));
alter table payouts enable row level security;
create policy own_account on payouts using (account_id = (select wall_account()));
create policy own_client on payouts as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
-- of the installation
alter table provider_events enable row level security;
create policy own_account on provider_events using (false);

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence)
values ('payment', 'record', 'payment', 'Payment', null, false, true, 210);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system) values
  ('payment', 'manual', 'Bank transfer', 'Bank transfer', 10, true),
  ('payment', 'offline', 'Trial', 'Trial', 20, true),
  ('payment', 'stripe', 'Stripe', 'Stripe', 30, true);
insert into class_states (class_code, code, label, built_in_name, state_type, sequence, is_system) values
  ('payment', 'pending', 'Pending', 'Pending', 'created', 10, true),
  ('payment', 'waiting_for_capture', 'Waiting for capture', 'Waiting for capture', 'enabled', 20, true),
  ('payment', 'succeeded', 'Succeeded', 'Succeeded', 'enabled', 30, true),
  ('payment', 'refunded', 'Refunded', 'Refunded', 'disabled', 40, true),
  ('payment', 'cancelled', 'Cancelled', 'Cancelled', 'disabled', 50, true),
  ('payment', 'expired', 'Expired', 'Expired', 'disabled', 60, true),
  ('payment', 'failed', 'Failed', 'Failed', 'disabled', 70, true);
insert into workflow_actions (code, label, sequence, is_system) values
  ('authorise', 'Authorize', 540, true), ('capture', 'Capture', 550, true)
on conflict do nothing;
-- Providers change the states. Methods of users ask them to, and the state follows when they have answered.
insert into class_methods (class_code, action_code, code, label, built_in_name, is_visible, sequence, is_system) values
  ('payment', 'capture', 'capture', 'Capture', 'Capture', true, 10, true),
  ('payment', 'cancel', 'cancel', 'Cancel', 'Cancel', true, 20, true),
  ('payment', 'refund', 'refund', 'Refund', 'Refund', true, 30, true),
  ('payment', 'authorise', 'authorise', 'Authorize', 'Authorize', false, 40, true),
  ('payment', 'succeed', 'succeed', 'Succeed', 'Succeed', false, 50, true),
  ('payment', 'expire', 'expire', 'Expire', 'Expire', false, 60, true),
  ('payment', 'fail', 'fail', 'Fail', 'Fail', false, 70, true);
insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'payment', s.id, m.id, n.id, true
from (values
  ('waiting_for_capture', 'capture', 'waiting_for_capture'),
  ('pending', 'cancel', 'pending'), ('waiting_for_capture', 'cancel', 'waiting_for_capture'),
  ('succeeded', 'refund', 'succeeded'),
  ('pending', 'authorise', 'waiting_for_capture'),
  ('pending', 'succeed', 'succeeded'), ('waiting_for_capture', 'succeed', 'succeeded'),
  ('pending', 'expire', 'expired'), ('waiting_for_capture', 'expire', 'expired'),
  ('pending', 'fail', 'failed'), ('waiting_for_capture', 'fail', 'failed')
) as t (state, method, new_state)
join class_states s on s.class_code = 'payment' and s.code = t.state
join class_methods m on m.class_code = 'payment' and m.code = t.method
join class_states n on n.class_code = 'payment' and n.code = t.new_state;
insert into class_events (class_code, action_code, kind, label, handler, is_system) values
  ('payment', 'capture', 'handler', 'Capture at the provider', 'payment.capture', true),
  ('payment', 'cancel', 'handler', 'Cancel at the provider', 'payment.cancel', true),
  ('payment', 'refund', 'handler', 'Book and pay the refund', 'payment.refund', true);

-- Transfers that users recorded before.
insert into payments (id, account_id, client_id, invoice_id, type, purpose, state, currency, amount_minor,
  authorised_minor, captured_minor, fee_minor, paid_at, booked_at, journal_id, created_at, updated_at)
select split_part(j.event_key, ':', 2)::uuid, j.account_id, i.client_id, i.id, 'manual', 'invoice', 'succeeded', j.currency,
  j.total_minor, j.total_minor, j.total_minor, 0, j.occurred_at, j.booked_at, j.id, j.booked_at, j.booked_at
from ledger_journals j join invoices i on i.id = j.invoice_id
where j.kind = 'bank_transfer' and j.event_key ~ '^payment:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:capture$'
on conflict do nothing;
