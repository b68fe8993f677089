-- Texts and files of the installation in a tree, in up to six languages. Older servers: none.
create table resources (
  id uuid primary key,
  -- the folder it lies in; null at the top
  node_id uuid references resources on delete cascade,
  type text not null check (type in ('folder', 'text', 'file')),
  name text not null,
  description text,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index resources_name on resources (node_id, lower(name)) nulls not distinct;

create table resource_contents (
  resource_id uuid not null references resources on delete cascade,
  locale text not null check (locale in ('en', 'de', 'fr', 'it', 'ru', 'nl')),
  text text,
  file_name text,
  -- found in the bytes themselves
  media_type text,
  bytes bytea,
  -- the address of the file; another file has another one
  public_name text unique,
  version_no int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (resource_id, locale),
  check (num_nonnulls(file_name, media_type, bytes, public_name) = case when text is null then 4 else 0 end)
);
alter table resource_contents alter bytes set storage external;

-- Names from the top, joined by /.
create function resource_path(wanted uuid) returns text language sql stable
return (
  with recursive way as (
    select id, node_id, name, 1 as step from resources where id = wanted
    union all
    select r.id, r.node_id, r.name, way.step + 1 from way join resources r on r.id = way.node_id
  )
  select string_agg(name, '/' order by step desc) from way
);
