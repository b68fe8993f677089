-- Public ids of EVSEs, and charging that drivers start. Older servers: none.

-- Operator id in the form of eMI3, such as DE*ABC; null: EVSEs have no public ids.
alter table accounts add operator_id text check (operator_id ~ '^[A-Z]{2}[*][A-Z0-9]{3}$');

-- Part of the public ids of EVSEs: unlike the identity, it says nothing about how a station signs in.
create sequence public_station_numbers start 1001;
alter table stations add public_no integer not null default nextval('public_station_numbers');
create unique index stations_public_no on stations (public_no);

-- A start that a driver requested. The key comes from the phone, so that a repeated request starts once.
create table driver_charges (
  user_id uuid not null references users on delete cascade,
  key uuid not null,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  evse_id uuid not null references evses on delete cascade,
  card_id uuid references cards on delete set null,
  -- null until it is sent
  command_id uuid,
  refusal text,
  limit_kind text check (limit_kind in ('energy', 'cost', 'time')),
  -- Wh, minor units of the currency, or seconds
  limit_value integer check (limit_value > 0),
  limit_reached_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, key),
  check ((limit_kind is null) = (limit_value is null))
);
create index driver_charges_evse on driver_charges (evse_id, created_at);
create index driver_charges_created on driver_charges (created_at);

alter table driver_charges enable row level security;
create policy own_account on driver_charges using (account_id = (select wall_account()));
create policy own_client on driver_charges as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or user_id in (select u.id from users u where u.client_id = (select tenant_client())));
