-- Clients that pay in advance: limit for the notice of a low balance, and stops of sessions that their balance does not
-- cover. Older servers: no, the column is_passive of ledger accounts is gone.

-- Whether an account is prepaid follows from its client: one rule for the ledger, tariffs and authorization.
alter table ledger_accounts drop column is_passive;

-- In units of the currency of the client; null: no notice.
alter table clients add low_balance numeric(16, 4) check (low_balance >= 0);
-- Since when the notice of a low balance applies; null after the balance has risen again.
alter table clients add low_balance_at timestamptz;
create index clients_low_balance on clients (id) where low_balance is not null;
create index clients_prepaid on clients (account_id, id) where is_prepaid;

-- Why the card of a start was refused, apart from its own state and access rules.
alter table transactions add refusal_reason text check (refusal_reason in ('balance_too_low'));

-- Running sessions whose station was asked to stop them, because the balance does not cover them.
create table prepaid_stops (
  transaction_id uuid primary key references transactions on delete cascade,
  account_id uuid not null references accounts,
  attempts int not null default 1,
  next_at timestamptz not null, -- of the next request, if the session still runs
  created_at timestamptz not null default now()
);
create index prepaid_stops_account on prepaid_stops (account_id);
alter table prepaid_stops enable row level security;
create policy own_account on prepaid_stops using (account_id = (select wall_account()));
create policy own_client on prepaid_stops as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
