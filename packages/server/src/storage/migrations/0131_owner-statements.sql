-- Shares of the owners of stations in what their stations earn, and monthly statements. Older servers: none.

create table owner_statements (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid not null,
  month date not null, -- its first day
  code text not null, -- reference of the payment
  currency text not null,
  digits smallint not null,
  sessions int not null,
  energy_wh bigint not null,
  net_minor bigint not null,
  commission_minor bigint not null,
  share_minor bigint not null check (share_minor > 0),
  state text not null default 'open' check (state in ('open', 'paid')),
  iban text, -- to which it was paid
  holder text,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  unique (owner_id, month, currency),
  unique (account_id, code),
  foreign key (owner_id, account_id) references clients (id, account_id),
  check (share_minor = net_minor - commission_minor),
  check ((state = 'paid') = (paid_at is not null))
);
create index owner_statements_account on owner_statements (account_id, month desc, id);

-- One row per entry of revenue of a station with an owner, added by a trigger. Booked and added to a statement by jobs.
create table owner_shares (
  entry_id uuid primary key references revenue_entries,
  account_id uuid not null references accounts,
  owner_id uuid not null,
  station_id uuid not null,
  day date not null,
  currency text not null,
  digits smallint not null,
  sessions smallint not null,
  energy_wh bigint not null,
  net_minor bigint not null,
  commission_minor bigint not null,
  is_booked boolean not null default false,
  statement_id uuid references owner_statements
);
create index owner_shares_unbooked on owner_shares (entry_id) where not is_booked;
create index owner_shares_open on owner_shares (account_id, owner_id, day) where statement_id is null;
create index owner_shares_statement on owner_shares (statement_id) where statement_id is not null;

-- Bank account to which an owner is paid.
create table owner_banks (
  owner_id uuid primary key,
  account_id uuid not null,
  iban text not null,
  holder text not null,
  updated_at timestamptz not null default now(),
  foreign key (owner_id, account_id) references clients (id, account_id) on delete cascade
);

-- As the owner: users who decide about charges need no rights on shares.
create function add_owner_shares() returns trigger language plpgsql security definer as $$
begin
  insert into owner_shares (entry_id, account_id, owner_id, station_id, day, currency, digits, sessions, energy_wh,
    net_minor, commission_minor)
  select a.id, a.account_id, a.owner_id, a.station_id, a.day, a.currency, a.digits, a.sessions, a.energy_wh, a.net_minor,
    a.commission_minor
  from added a join clients c on c.id = a.owner_id and c.account_id = a.account_id;
  return null;
end $$;
create trigger revenue_entries_shares after insert on revenue_entries referencing new table as added
  for each statement execute function add_owner_shares();

-- What belongs to the share and to a paid statement is final.
create function keep_owner_share() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{is_booked,statement_id}'::text[] <> to_jsonb(old) - '{is_booked,statement_id}'::text[]
    or old.is_booked and not new.is_booked or old.statement_id is not null and new.statement_id is distinct from old.statement_id
  then
    raise exception 'the share of an owner cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger owner_shares_kept before update on owner_shares for each row execute function keep_owner_share();
create function keep_owner_statement() returns trigger language plpgsql as $$
begin
  if old.state = 'paid'
    or to_jsonb(new) - '{state,iban,holder,paid_at}'::text[] <> to_jsonb(old) - '{state,iban,holder,paid_at}'::text[] then
    raise exception 'a statement cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger owner_statements_kept before update on owner_statements for each row execute function keep_owner_statement();

alter table owner_statements enable row level security;
create policy own_account on owner_statements using (account_id = (select wall_account()));
create policy own_client on owner_statements as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or owner_id = (select tenant_client()));
alter table owner_shares enable row level security;
create policy own_account on owner_shares using (account_id = (select wall_account()));
create policy own_client on owner_shares as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or owner_id = (select tenant_client()));
alter table owner_banks enable row level security;
create policy own_account on owner_banks using (account_id = (select wall_account()));
create policy own_client on owner_banks as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or owner_id = (select tenant_client()));
