-- What administrators keep of people: groups, networks they may come from, rights by class. Older servers: none.
alter table users
  add column phone text,
  add column description text,
  -- null: all areas that the interface opens
  add column areas text[],
  -- the next sign-in must change the password before anything else
  add column must_change_password boolean not null default false,
  add column version_no int not null default 1;

create table groups (
  id uuid primary key,
  code text not null,
  name text not null,
  description text,
  -- system groups: their members follow from what people are, see group_people
  system_kind text unique check (system_kind in ('administrators', 'operators', 'drivers', 'guests')),
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index groups_code on groups (lower(code));
insert into groups (id, code, name, description, system_kind) values
  (gen_random_uuid(), 'administrators', 'Administrators', 'May do everything', 'administrators'),
  (gen_random_uuid(), 'operators', 'Operators', 'Run the stations of their account', 'operators'),
  (gen_random_uuid(), 'drivers', 'Drivers', 'Charge', 'drivers'),
  (gen_random_uuid(), 'guests', 'Guests', 'May look', 'guests');

create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);

-- Who is in which group: kept for ordinary groups, following from the person for system groups.
create view group_people as
  select group_id, user_id from group_members
  union all
  select g.id, u.id from groups g join users u on u.state <> 'deleted' and case g.system_kind
    when 'administrators' then u.is_admin
    when 'guests' then u.is_guest or u.interface_code = 'guest'
    when 'drivers' then u.interface_code = 'driver'
    when 'operators' then not u.is_guest and u.interface_code not in ('guest', 'driver')
  end
  where g.system_kind is not null;

create table user_networks (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('allow', 'deny')),
  network cidr not null,
  primary key (user_id, kind, network)
);

-- What a group or a person is allowed and denied beyond the defaults of the interface; letters a c s u d.
create table class_rights (
  class_code text not null,
  group_id uuid references groups on delete cascade,
  user_id uuid references users on delete cascade,
  allowed text not null default '',
  denied text not null default '',
  check ((group_id is null) <> (user_id is null)),
  unique nulls not distinct (class_code, group_id, user_id)
);
create index class_rights_group on class_rights (group_id);
create index class_rights_user on class_rights (user_id);
