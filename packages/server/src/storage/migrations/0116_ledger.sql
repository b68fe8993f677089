-- Ledger: accounts, journals of double entry, balances and holds; the class of orders. Older servers: no, accounts
-- have no balance column.
-- Journals and transfers are only added. A journal is complete when it is committed, and a complete one takes no
-- further line, because amounts are above zero.

-- Nothing was ever added to it.
alter table accounts drop column balance_minor;

-- The client of a ledger account belongs to the same account.
alter table clients add unique (id, account_id);

create table ledger_accounts (
  id uuid primary key,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('bank', 'clearing', 'dispute', 'uninvoiced', 'tax', 'unapplied', 'revenue',
    'owner_cost', 'fees', 'bad_debt', 'rounding', 'client')),
  ref text not null default '' check (length(ref) <= 100), -- client, provider, country and rate
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  code text not null,
  is_passive boolean not null default true, -- prepaid; otherwise there is a credit limit
  limit_minor bigint not null default 0 check (limit_minor between 0 and 9007199254740991),
  client_id uuid generated always as (case when kind = 'client' then ref::uuid end) stored,
  created_at timestamptz not null default now(),
  unique (account_id, kind, ref, currency),
  unique (id, account_id, currency),
  foreign key (client_id, account_id) references clients (id, account_id),
  check (limit_minor = 0 or not is_passive)
);
create index ledger_accounts_client on ledger_accounts (client_id) where client_id is not null;
create index ledger_accounts_code on ledger_accounts (account_id, code, id) where kind = 'client';

create table ledger_journals (
  id uuid primary key,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('session', 'invoice', 'credit_note', 'top_up', 'capture', 'bank_transfer',
    'refund', 'dispute', 'fee', 'payout', 'owner_share', 'owner_payment', 'rounding', 'write_off', 'reversal')),
  event_key text not null check (length(event_key) between 1 and 200), -- an event is booked once
  currency text not null,
  total_minor bigint not null check (total_minor between 1 and 9007199254740991), -- sum of its transfers
  occurred_at timestamptz not null,
  booked_at timestamptz not null default now(),
  reverses_id uuid unique,
  invoice_id uuid,
  description text check (length(description) <= 500),
  unique (account_id, event_key),
  unique (id, account_id, currency),
  foreign key (reverses_id, account_id, currency) references ledger_journals (id, account_id, currency),
  check (reverses_id <> id)
);
create index ledger_journals_invoice on ledger_journals (invoice_id) where invoice_id is not null;

create table ledger_transfers (
  id uuid primary key,
  journal_id uuid not null,
  line int not null,
  account_id uuid not null,
  debit_id uuid not null,
  credit_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor between 1 and 9007199254740991),
  client_id uuid, -- of debit or credit
  booked_at timestamptz not null default now(),
  unique (journal_id, line),
  foreign key (journal_id, account_id, currency) references ledger_journals (id, account_id, currency),
  foreign key (debit_id, account_id, currency) references ledger_accounts (id, account_id, currency),
  foreign key (credit_id, account_id, currency) references ledger_accounts (id, account_id, currency),
  check (debit_id <> credit_id)
);
create index ledger_transfers_booked on ledger_transfers (account_id, booked_at, id);
create index ledger_transfers_client on ledger_transfers (client_id, booked_at, id) where client_id is not null;

-- Free space in each page, because the balances of a few accounts change all the time.
create table ledger_balances (
  ledger_account_id uuid primary key references ledger_accounts on delete cascade,
  account_id uuid not null,
  is_internal boolean not null, -- not of a client: locked last, because many transactions need it
  debit_minor bigint not null default 0 check (debit_minor >= 0),
  credit_minor bigint not null default 0 check (credit_minor >= 0),
  held_minor bigint not null default 0 check (held_minor >= 0)
) with (fillfactor = 50);

create table ledger_holds (
  id uuid primary key,
  account_id uuid not null,
  ledger_account_id uuid not null references ledger_accounts,
  transaction_number bigint not null unique, -- of the session
  amount_minor bigint not null check (amount_minor between 1 and 9007199254740991),
  state text not null default 'open' check (state in ('open', 'captured', 'released')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index ledger_holds_open on ledger_holds (ledger_account_id) where state = 'open';
create index ledger_holds_ended on ledger_holds (updated_at) where state <> 'open';

-- Results of the nightly verification, per account.
create table ledger_checks (
  id uuid primary key,
  account_id uuid not null references accounts,
  checked_at timestamptz not null,
  accounts bigint not null,
  journals bigint not null,
  transfers bigint not null,
  mismatches bigint not null, -- all of them; `details` has the first
  details jsonb not null default '[]'
);
create index ledger_checks_newest on ledger_checks (account_id, checked_at desc);

create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed: the ledger is append-only', lower(tg_op), tg_table_name
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_append_only before update or delete or truncate on ledger_journals
  for each statement execute function ledger_append_only();
create trigger ledger_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_append_only();
create trigger ledger_append_only before truncate on ledger_balances
  for each statement execute function ledger_append_only();
create trigger ledger_append_only before truncate on ledger_accounts
  for each statement execute function ledger_append_only();
-- what the name of an account says about its transfers
create trigger ledger_account_fixed before update of id, account_id, kind, ref, currency on ledger_accounts
  for each statement execute function ledger_append_only();

create function ledger_open_balance() returns trigger language plpgsql as $$
begin
  insert into ledger_balances (ledger_account_id, account_id, is_internal)
  values (new.id, new.account_id, new.kind <> 'client');
  return null;
end $$;
create trigger ledger_open_balance after insert on ledger_accounts
  for each row execute function ledger_open_balance();

create function ledger_client_of_transfer() returns trigger language plpgsql as $$
begin
  select min(a.client_id::text)::uuid into new.client_id from ledger_accounts a
  where a.id in (new.debit_id, new.credit_id) having count(a.client_id) <= 1;
  if not found then
    raise exception 'a transfer between two clients' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_client before insert on ledger_transfers
  for each row execute function ledger_client_of_transfer();

create function ledger_journal_complete() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(t.amount_minor), 0) from ledger_transfers t where t.journal_id = new.id)
      <> new.total_minor then
    raise exception 'journal %: the sum of its transfers is not %', new.event_key, new.total_minor
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_journal_complete after insert on ledger_journals
  deferrable initially deferred for each row execute function ledger_journal_complete();

-- Balances are locked in one order in all transactions: those of clients first, then the internal ones, each by id.
create function ledger_add_to_balances() returns trigger language plpgsql as $$
declare
  wanted int;
  changed int;
begin
  if exists (select from (select distinct journal_id from added) n join ledger_journals j on j.id = n.journal_id
      where (select sum(t.amount_minor) from ledger_transfers t where t.journal_id = n.journal_id)
        > j.total_minor) then
    raise exception 'a transfer exceeds the total of its journal' using errcode = 'integrity_constraint_violation';
  end if;
  perform from ledger_balances b
    where b.ledger_account_id = any (array(select debit_id from added union select credit_id from added))
    order by b.is_internal, b.ledger_account_id for no key update;
  get diagnostics wanted = row_count;
  update ledger_balances b set debit_minor = b.debit_minor + s.debit, credit_minor = b.credit_minor + s.credit
  from (select x.id, sum(x.debit)::bigint as debit, sum(x.credit)::bigint as credit
    from (select debit_id as id, amount_minor as debit, 0 as credit from added
      union all select credit_id, 0, amount_minor from added) x group by x.id) s
  where b.ledger_account_id = s.id;
  get diagnostics changed = row_count;
  -- a balance that row-level security hides would otherwise not change
  if changed <> (select count(*) from (select debit_id from added union select credit_id from added) x) then
    raise exception 'a balance of the ledger is missing' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger ledger_balance after insert on ledger_transfers referencing new table as added
  for each statement execute function ledger_add_to_balances();

-- Balances contain the sum of the open holds.
create function ledger_add_to_held() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'open' then
    update ledger_balances set held_minor = held_minor - old.amount_minor
    where ledger_account_id = old.ledger_account_id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'open' then
    update ledger_balances set held_minor = held_minor + new.amount_minor
    where ledger_account_id = new.ledger_account_id;
  end if;
  return null;
end $$;
create trigger ledger_held after insert or delete or update of state, amount_minor, ledger_account_id on ledger_holds
  for each row execute function ledger_add_to_held();

-- Amount in units of the currency, with the digits of ISO 4217; other currencies have two.
create function decimal_amount(minor bigint, currency text) returns numeric language sql immutable parallel safe
return case
  when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
    'XAF', 'XOF', 'XPF') then minor::numeric
  when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then round(minor::numeric / 1000, 3)
  when currency in ('CLF', 'UYW') then round(minor::numeric / 10000, 4)
  else round(minor::numeric / 100, 2)
end;

create policy own_account on ledger_accounts using (account_id = (select wall_account()));
create policy own_client on ledger_accounts as restrictive
  using (sees_all_clients() or client_id = tenant_client());
create policy own_account on ledger_journals using (account_id = (select wall_account()));
create policy own_client on ledger_journals as restrictive
  using (sees_all_clients() or exists (select from ledger_transfers t where t.journal_id = ledger_journals.id));
create policy own_account on ledger_transfers using (account_id = (select wall_account()));
create policy own_client on ledger_transfers as restrictive
  using (sees_all_clients() or client_id = tenant_client());
create policy own_account on ledger_balances using (account_id = (select wall_account()));
create policy own_client on ledger_balances as restrictive using (sees_all_clients() or exists (
  select from ledger_accounts a where a.client_id = tenant_client() and a.id = ledger_account_id));
create policy own_account on ledger_holds using (account_id = (select wall_account()));
create policy own_client on ledger_holds as restrictive using (sees_all_clients() or exists (
  select from ledger_accounts a where a.client_id = tenant_client() and a.id = ledger_account_id));
create policy own_account on ledger_checks using (account_id = (select wall_account()));
create policy own_client on ledger_checks as restrictive using (sees_all_clients());
alter table ledger_accounts enable row level security;
alter table ledger_journals enable row level security;
alter table ledger_transfers enable row level security;
alter table ledger_balances enable row level security;
alter table ledger_holds enable row level security;
alter table ledger_checks enable row level security;

-- Orders are transfers. The system creates them: a posted one has succeeded, and is refunded when it is reversed.
insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence)
values ('order', 'record', 'order', 'Order', null, false, true, 170);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system)
select 'order', code, name, name, 10 * row_number() over (), true from (values
  ('session', 'Charging session'), ('invoice', 'Invoice'), ('credit_note', 'Credit note'), ('top_up', 'Top-up'),
  ('capture', 'Payment'), ('bank_transfer', 'Bank transfer'), ('refund', 'Refund'), ('dispute', 'Dispute'),
  ('fee', 'Fee'), ('payout', 'Payout'), ('owner_share', 'Owner''s share'), ('owner_payment', 'Payment to owner'),
  ('rounding', 'Rounding difference'), ('write_off', 'Write-off'), ('reversal', 'Reversal')
) as t (code, name);
insert into class_states (class_code, code, label, built_in_name, state_type, sequence, is_system)
select 'order', code, label, label, state_type, 10 * row_number() over (), true from (values
  ('created', 'Created', 'created'), ('processing', 'Processing', 'enabled'), ('succeeded', 'Succeeded', 'enabled'),
  ('refunded', 'Refunded', 'disabled'), ('cancelled', 'Cancelled', 'disabled')
) as s (code, label, state_type);
insert into workflow_actions (code, label, sequence, is_system)
values ('process', 'Process', 510, true), ('succeed', 'Succeed', 520, true), ('refund', 'Refund', 530, true)
on conflict do nothing;
insert into class_methods (class_code, action_code, code, label, built_in_name, is_visible, sequence, is_system)
select 'order', code, code, label, label, false, 10 * row_number() over (), true from (values
  ('process', 'Process'), ('succeed', 'Succeed'), ('refund', 'Refund'), ('cancel', 'Cancel')
) as m (code, label);
insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'order', s.id, m.id, n.id, true from (values
  ('created', 'process', 'processing'), ('created', 'succeed', 'succeeded'), ('processing', 'succeed', 'succeeded'),
  ('succeeded', 'refund', 'refunded'), ('created', 'cancel', 'cancelled'), ('processing', 'cancel', 'cancelled')
) as t (state, method, new_state)
join class_states s on s.class_code = 'order' and s.code = t.state
join class_methods m on m.class_code = 'order' and m.code = t.method
join class_states n on n.class_code = 'order' and n.code = t.new_state;
