-- Numbers under which the bookings of an account are exported to its bookkeeping. Older servers: none.
create table accounting_settings (
  account_id uuid primary key references accounts,
  consultant_no int not null check (consultant_no between 1001 and 9999999), -- of the tax adviser at DATEV
  client_no int not null check (client_no between 1 and 99999), -- of the account at the adviser
  year_month smallint not null default 1 check (year_month between 1 and 12), -- in which the financial year begins
  code_length smallint not null default 4 check (code_length between 4 and 8), -- of general ledger accounts
  time_zone text not null default 'UTC', -- of days and months
  updated_at timestamptz not null default now()
);
-- The number of a kind of ledger account, or of one of them: a provider, a client, a country and tax rate.
create table accounting_codes (
  account_id uuid not null references accounts,
  kind text not null,
  ref text not null default '', -- empty: all without their own
  code text not null check (code ~ '^[0-9]{1,9}$'),
  primary key (account_id, kind, ref)
);
alter table accounting_settings enable row level security;
create policy own_account on accounting_settings using (account_id = (select wall_account()));
create policy own_client on accounting_settings as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
alter table accounting_codes enable row level security;
create policy own_account on accounting_codes using (account_id = (select wall_account()));
create policy own_client on accounting_codes as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
