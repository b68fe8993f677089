-- The registry: typed values under key paths, of the installation and of each person. Older servers: none.
create table registry_keys (
  id uuid primary key,
  -- null: of the installation (CURRENT_CONFIG), else of this person (CURRENT_USER)
  user_id uuid references users on delete cascade,
  -- names joined by /, compared without regard to case; empty for the root itself
  path text not null,
  -- the path without its last name; null for the root
  parent text,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((parent is null) = (path = ''))
);
create unique index registry_keys_path on registry_keys (user_id, lower(path)) nulls not distinct;
create index registry_keys_parent on registry_keys (lower(parent), user_id);

create table registry_values (
  id uuid primary key,
  key_id uuid not null references registry_keys on delete cascade,
  name text not null,
  type text not null check (type in ('integer', 'number', 'datetime', 'string', 'boolean')),
  -- a datetime is an ISO 8601 text
  value jsonb not null check (jsonb_typeof(value) = case type
    when 'integer' then 'number' when 'number' then 'number' when 'boolean' then 'boolean' else 'string' end),
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index registry_values_name on registry_values (key_id, lower(name));

insert into registry_keys (id, path) values (gen_random_uuid(), '');

-- Who asks for whom is said by the query; of the installation's own everybody may read what modules ask for.
alter table registry_keys enable row level security;
create policy own_account on registry_keys
  using (exists (select from users u where u.id = user_id and u.account_id = wall_account()));
create policy installation on registry_keys for select using (user_id is null);
alter table registry_values enable row level security;
create policy own_account on registry_values
  using (exists (select from registry_keys k where k.id = key_id and k.user_id is not null));
create policy installation on registry_values for select
  using (exists (select from registry_keys k where k.id = key_id));
