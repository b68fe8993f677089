-- Sites: places where stations of an account stand. Older servers: none.
create table sites (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  client_id uuid references clients, -- owner of the site
  network_id uuid references reference_rows,
  type text not null default 'public',
  state text not null default 'created',
  code text not null, -- the site's number
  label text not null,
  description text,
  address text, -- street and house number
  postal_code text,
  city text,
  country_code text,
  time_zone text,
  opening_hours jsonb, -- in the form of OCPI 2.3 (Hours)
  contact_name text,
  contact_phone text,
  contact_email text,
  grid_limit_w int,
  lat double precision,
  lng double precision,
  tags text[] not null default '{}',
  is_demo boolean not null default false,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sites_code on sites (account_id, lower(code));
create index sites_label on sites (account_id, label, id);
create index sites_client on sites (client_id) where client_id is not null;
create index sites_network on sites (network_id) where network_id is not null;

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence)
values ('site', 'document', 'site', 'Site', null, false, true, 140);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system) values
  ('site', 'public', 'Public', 'Public', 10, true),
  ('site', 'fleet', 'Fleet', 'Fleet', 20, true),
  ('site', 'private', 'Private', 'Private', 30, true);

alter table stations add site_id uuid references sites;
create index stations_site on stations (site_id) where site_id is not null;

alter table sites enable row level security;
create policy own_account on sites using (account_id = wall_account());
create policy own_client on sites as restrictive using (tenant_client() is null or client_id = tenant_client());
drop policy own_client on files;
create policy own_client on files as restrictive using (tenant_client() is null
  or exists (select from stations s where s.id = object_id) or exists (select from clients c where c.id = object_id)
  or exists (select from sites z where z.id = object_id));
