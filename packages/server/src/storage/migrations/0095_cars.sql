-- Cars of clients. Older servers: none.
create table cars (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  client_id uuid not null references clients,
  type text not null default 'car',
  state text not null default 'created',
  identity text not null, -- number plate
  label text,
  description text,
  make text,
  model text,
  vin text,
  charger text, -- kind of plug
  battery_wh int,
  tags text[] not null default '{}',
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index cars_identity on cars (account_id, identity, id);
create index cars_client on cars (client_id);

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence)
values ('car', 'document', 'car', 'Car', null, false, true, 135);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system)
values ('car', 'car', 'Car', 'Car', 10, true);

alter table cars enable row level security;
create policy own_account on cars using (account_id = wall_account());
create policy own_client on cars as restrictive using (tenant_client() is null or client_id = tenant_client());
