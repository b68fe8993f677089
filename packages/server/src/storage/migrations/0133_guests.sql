-- Charging without an account. Older servers: none.

-- Off unless a row says otherwise.
create table guest_settings (
  account_id uuid primary key references accounts,
  is_enabled boolean not null default false,
  currency text not null,
  -- Amounts to reserve that guests choose from, in minor units.
  amounts bigint[] not null check (cardinality(amounts) between 1 and 4),
  phone text,
  -- Whose ledger account guests have in common; created when guests are admitted first.
  client_id uuid references clients,
  updated_at timestamptz not null default now()
);

-- The code of the QR label of an EVSE. It is derived from the number of its version with the key of the server, so that it
-- can be printed again; the table has its hash only.
create table guest_codes (
  evse_id uuid primary key references evses on delete cascade,
  account_id uuid not null references accounts,
  version_no int not null default 1,
  hash bytea not null unique,
  -- When a driver last reported that the label is at another station.
  reported_at timestamptz,
  created_at timestamptz not null default now(),
  renewed_at timestamptz
);

-- A charge without an account. Its id is that of its payment.
create table guest_charges (
  id uuid primary key references payments,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  evse_id uuid not null references evses on delete cascade,
  card_id uuid not null references cards,
  -- Of the link, which is derived from the id with the key of the server.
  secret_hash bytea not null unique,
  -- Of the key of the phone, so that a repeated request reserves once.
  key_hash bytea not null unique,
  -- Of the address of the guest, with the key of the server.
  address_hash bytea not null,
  email text,
  locale text not null,
  -- When the card stopped being accepted, because the charge did not start.
  withdrawn_at timestamptz,
  -- When the guest asked to give up.
  given_up_at timestamptz,
  -- Null while it is open. charged: an invoice was issued. free: nothing was to be paid. not_started: no session.
  -- not_paid: the amount was not reserved.
  outcome text check (outcome in ('charged', 'free', 'not_started', 'not_paid')),
  invoice_id uuid references invoices,
  ended_at timestamptz,
  mails int not null default 0,
  mailed_at timestamptz,
  created_at timestamptz not null,
  check ((outcome is null) = (ended_at is null)),
  check ((outcome = 'charged') = (invoice_id is not null))
);
create index guest_charges_open on guest_charges (created_at) where outcome is null;
create index guest_charges_evse on guest_charges (evse_id) where outcome is null;
create index guest_charges_address on guest_charges (address_hash) where outcome is null;
create index guest_charges_card on guest_charges (card_id);
create index guest_charges_ended on guest_charges (ended_at) where outcome is not null;

-- The starts of guests.
alter table driver_charges add guest_id uuid references guest_charges on delete cascade;
alter table driver_charges drop constraint driver_charges_pkey;
alter table driver_charges alter user_id drop not null;
alter table driver_charges add check (num_nonnulls(user_id, guest_id) = 1);
create unique index driver_charges_of_user on driver_charges (user_id, key) where user_id is not null;
create unique index driver_charges_of_guest on driver_charges (guest_id, key) where guest_id is not null;

-- Payments of guests get their invoice after the session.
alter table payments drop constraint payments_purpose_check;
alter table payments add check (purpose in ('invoice', 'top_up', 'guest'));
do $$
declare name text;
begin
  select conname into strict name from pg_constraint where conrelid = 'payments'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%purpose = ''invoice''%invoice_id IS NOT NULL%';
  execute format('alter table payments drop constraint %I', name);
end $$;
alter table payments add check (purpose = 'guest' or (purpose = 'invoice') = (invoice_id is not null));

-- What was reserved before the invoice was issued, and is captured for it.
alter table invoices add reserved_minor bigint not null default 0;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('confirm-email', 'confirm-new-email', 'already-signed-up',
    'login-taken', 'email-in-use', 'recover-password', 'password-changed', 'email-changed', 'sign-in-linked', 'notice',
    'incident', 'invoice', 'payment-reminder', 'guest-charge'));

alter table guest_settings enable row level security;
create policy own_account on guest_settings using (account_id = (select wall_account()));
create policy own_client on guest_settings as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
alter table guest_codes enable row level security;
create policy own_account on guest_codes using (account_id = (select wall_account()));
create policy own_client on guest_codes as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
alter table guest_charges enable row level security;
create policy own_account on guest_charges using (account_id = (select wall_account()));
create policy own_client on guest_charges as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
