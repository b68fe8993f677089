-- Clients: companies, customers and drivers that own stations or cards, or charge. Users of a client see only its
-- rows. Older servers: none.
create table clients (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  type text not null default 'company',
  state text not null default 'created',
  code text not null, -- the client's number
  name text not null, -- of the company, or the full name of a person
  first_name text,
  last_name text,
  middle_name text,
  label text,
  description text,
  currency_code text not null,
  email text,
  is_email_verified boolean not null default false,
  phone text,
  is_phone_verified boolean not null default false,
  birthday date,
  identity text, -- registration or tax number
  locale text not null default 'en',
  tags text[] not null default '{}',
  is_demo boolean not null default false,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index clients_code on clients (account_id, lower(code));
create index clients_name on clients (account_id, name, id);
create index clients_state on clients (state);
create index clients_type on clients (type);

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence)
values ('client', 'document', 'client', 'Client', null, false, true, 130);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system) values
  ('client', 'company', 'Company', 'Company', 10, true),
  ('client', 'customer', 'Customer', 'Customer', 20, true),
  ('client', 'driver', 'Driver', 'Driver', 30, true);

alter table users add client_id uuid references clients;
alter table stations add client_id uuid references clients;
alter table cards add client_id uuid references clients;
alter table charging_profiles add client_id uuid references clients;
create index users_client on users (client_id) where client_id is not null;
create index stations_client on stations (client_id) where client_id is not null;
create index cards_client on cards (client_id) where client_id is not null;

-- Names of clients become clients.
insert into clients (id, account_id, type, state, code, name, currency_code)
select gen_random_uuid(), n.account_id, 'customer', 'enabled',
  'C' || lpad((row_number() over (partition by n.account_id order by n.name))::text, 5, '0'), n.name, a.currency_code
from (select account_id, client_name as name from stations where client_name is not null
  union select account_id, client_name from cards where client_name is not null) n
join accounts a on a.id = n.account_id;
update stations s set client_id = c.id from clients c where c.account_id = s.account_id and c.name = s.client_name;
update cards k set client_id = c.id from clients c where c.account_id = k.account_id and c.name = k.client_name;
alter table stations drop column client_name;
alter table cards drop column search_text;
alter table cards drop column client_name;
alter table cards add search_text text generated always as (search_form(
  code || ' ' || coalesce(name, '') || ' ' || coalesce(label, ''))) stored;
alter table clients add search_text text generated always as (search_form(
  code || ' ' || name || ' ' || coalesce(label, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
    || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(identity, ''))) stored;

-- The client to which the connection of a request is limited; null: none, the whole account.
create function tenant_client() returns uuid language sql stable parallel safe
return nullif(current_setting('stationmaster.client', true), '')::uuid;

create or replace view card_codes as
  select account_id, code, code_folded, state from cards
  where (wall_account() is null or account_id = wall_account())
    and (tenant_client() is null or client_id = tenant_client());

alter table clients enable row level security;
create policy own_account on clients using (account_id = wall_account());
create policy own_client on clients as restrictive using (tenant_client() is null or id = tenant_client());
create policy own_client on users as restrictive using (
  tenant_client() is null or client_id = tenant_client() or is_admin);
create policy own_client on stations as restrictive using (
  tenant_client() is null or client_id = tenant_client());
create policy own_client on cards as restrictive using (
  tenant_client() is null or client_id = tenant_client());
create policy own_client on charging_profiles as restrictive using (
  tenant_client() is null or client_id = tenant_client());
-- sessions and reservations at the client's stations, and with its cards elsewhere; the policies of both tables apply
create policy own_client on transactions as restrictive using (tenant_client() is null
  or exists (select from stations s where s.id = station_id) or exists (select from cards k where k.id = card_id));
create policy own_client on reservations as restrictive using (tenant_client() is null
  or exists (select from stations s where s.id = station_id) or exists (select from cards k where k.id = card_id));
create policy own_client on files as restrictive using (tenant_client() is null
  or exists (select from stations s where s.id = object_id) or exists (select from clients c where c.id = object_id));
create policy own_client on objects as restrictive using (tenant_client() is null
  or exists (select from users u where u.id = owner_id and u.client_id = tenant_client()));
do $$
declare
  name text;
begin
  foreach name in array array['evses', 'commands', 'connection_attempts', 'ocpp_log', 'security_events',
    'station_faults', 'transfers', 'unknown_tags', 'unmatched_messages'] loop
    execute format('create policy own_client on %I as restrictive using (tenant_client() is null
      or exists (select from stations s where s.id = station_id))', name);
  end loop;
end $$;
