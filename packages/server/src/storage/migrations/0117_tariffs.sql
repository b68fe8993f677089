-- Groups of clients; tariffs in versions that do not change once they are active; the tariff of each session.
-- Older servers: none.
create extension if not exists btree_gist; -- "=" beside a range in an exclusion constraint

alter table clients add is_prepaid boolean not null default false;
alter table clients add is_reverse_charge boolean not null default false; -- owes the tax itself

create table client_groups (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  type text not null default 'group',
  state text not null default 'created',
  code text not null, -- the group's number
  label text not null,
  description text,
  tags text[] not null default '{}',
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index client_groups_code on client_groups (account_id, lower(code));
create index client_groups_label on client_groups (account_id, label, id);

-- Past memberships remain: the tariff of an earlier session depends on them.
create table client_group_members (
  id uuid primary key,
  account_id uuid not null references accounts,
  group_id uuid not null references client_groups,
  client_id uuid not null references clients on delete cascade,
  since timestamptz not null,
  until timestamptz, -- null: still a member
  check (until >= since),
  constraint one_group_at_a_time exclude using gist (client_id with =, tstzrange(since, until) with &&)
);
create index client_group_members_group on client_group_members (group_id, client_id) where until is null;

create table tariffs (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  type text not null default 'regular',
  state text not null default 'draft',
  code text not null, -- the tariff's number
  identity text, -- by which partners know it
  label text not null,
  description text,
  -- at most one; none: all clients and sessions without registration
  client_id uuid references clients,
  group_id uuid references client_groups,
  network_id uuid references reference_rows,
  mode text check (mode in ('slow', 'standard', 'fast', 'ultra')),
  currency text not null,
  afir_connectors int not null default 0, -- at which AFIR does not allow its valid version
  is_demo boolean not null default false,
  tags text[] not null default '{}',
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(client_id, group_id) <= 1)
);
create unique index tariffs_code on tariffs (account_id, lower(code));
create index tariffs_label on tariffs (account_id, label, id);
create index tariffs_client on tariffs (client_id) where client_id is not null;
create index tariffs_group on tariffs (group_id) where group_id is not null;
create index tariffs_network on tariffs (network_id) where network_id is not null;

create table tariff_versions (
  id uuid primary key,
  account_id uuid not null references accounts,
  tariff_id uuid not null references tariffs on delete cascade,
  number int not null, -- within the tariff
  state text not null default 'draft' check (state in ('draft', 'active', 'retired')),
  definition jsonb not null, -- OCPI 2.3.0
  hash text not null, -- SHA-256 of the definition
  commission_bp int not null default 0 check (commission_bp between 0 and 10000),
  -- of the definition, for lists
  price text,
  cost text,
  service text not null,
  schedule text,
  afir_limited boolean not null, -- has prices that AFIR forbids without registration at 50 kW or more
  -- of the tariff at activation
  type text,
  client_id uuid references clients,
  group_id uuid references client_groups,
  network_id uuid references reference_rows,
  mode text,
  currency text,
  valid_from timestamptz,
  valid_to timestamptz, -- exclusive; null: open
  activated_at timestamptz,
  activated_by uuid references users,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tariff_id, number),
  check ((state = 'draft') = (activated_at is null)),
  check ((state = 'draft') = (valid_from is null)),
  check (state = 'draft' or (type is not null and currency is not null and valid_from >= activated_at)),
  check (valid_to >= valid_from),
  constraint one_tariff_at_a_time exclude using gist (
    account_id with =, ((type = 'ad_hoc')::int) with =, currency with =,
    coalesce(client_id, '00000000-0000-0000-0000-000000000000') with =,
    coalesce(group_id, '00000000-0000-0000-0000-000000000000') with =,
    coalesce(network_id, '00000000-0000-0000-0000-000000000000') with =,
    coalesce(mode, '') with =,
    tstzrange(valid_from, valid_to) with &&) where (state <> 'draft')
);
create unique index tariff_versions_draft on tariff_versions (tariff_id) where state = 'draft';
create index tariff_versions_client on tariff_versions (client_id, valid_from) where client_id is not null;
create index tariff_versions_group on tariff_versions (group_id, valid_from) where group_id is not null;
create index tariff_versions_general on tariff_versions (account_id, network_id, mode, valid_from)
  where client_id is null and group_id is null and state <> 'draft';
create index tariff_versions_afir on tariff_versions (account_id)
  where afir_limited and client_id is null and group_id is null and state = 'active';

-- After activation only the end of the validity changes, and only to an earlier time.
create function keep_tariff_version() returns trigger language plpgsql as $$
declare
  changeable text[] := array['state', 'valid_to', 'version_no', 'updated_at'];
begin
  if old.state = 'draft' or (tg_op = 'DELETE' and pg_trigger_depth() > 1) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - changeable is distinct from to_jsonb(old) - changeable
    or new.state = 'draft' or (old.state = 'retired' and new.state <> 'retired')
    or (new.valid_to is distinct from old.valid_to and (new.valid_to is null or new.valid_to > old.valid_to)) then
    raise exception 'version % of tariff % cannot be changed', old.number, old.tariff_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger tariff_versions_kept before update or delete on tariff_versions
  for each row execute function keep_tariff_version();

-- The tariff of a session, as selected when its price was first needed.
create table session_tariffs (
  transaction_id uuid primary key references transactions on delete cascade,
  account_id uuid not null references accounts,
  version_id uuid references tariff_versions, -- null: no tariff applied
  client_id uuid,
  group_id uuid,
  network_id uuid,
  mode text,
  reason text not null,
  selected_at timestamptz not null
);
create index session_tariffs_version on session_tariffs (version_id) where version_id is not null;

create function keep_session_tariff() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'the tariff of a session cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger session_tariffs_kept before update or delete on session_tariffs
  for each row execute function keep_session_tariff();

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence) values
  ('tariff', 'record', 'tariff', 'Tariff', null, false, true, 170),
  ('client_group', 'document', 'client_group', 'Client group', null, false, true, 132);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system) values
  ('tariff', 'regular', 'Regular', 'Regular', 10, true),
  ('tariff', 'ad_hoc', 'Without registration', 'Without registration', 20, true),
  ('client_group', 'group', 'Group', 'Group', 10, true);

insert into workflow_actions (code, label, sequence, is_system) values
  ('retire', 'Retire', 400, true),
  ('create_draft', 'Create draft', 410, true),
  ('delete_draft', 'Delete draft', 420, true)
on conflict do nothing;

insert into class_states (class_code, code, label, built_in_name, state_type, sequence, is_system) values
  ('tariff', 'draft', 'Draft', 'Draft', 'created', 10, true),
  ('tariff', 'active', 'Active', 'Active', 'enabled', 20, true),
  ('tariff', 'retired', 'Retired', 'Retired', 'disabled', 30, true),
  ('tariff', 'deleted', 'Deleted', 'Deleted', 'deleted', 40, true);

insert into class_methods (class_code, action_code, code, label, built_in_name, sequence, is_system) values
  ('tariff', 'activate', 'activate', 'Activate', 'Activate', 10, true),
  ('tariff', 'create_draft', 'create_draft', 'Create draft', 'Create draft', 20, true),
  ('tariff', 'delete_draft', 'delete_draft', 'Delete draft', 'Delete draft', 30, true),
  ('tariff', 'retire', 'retire', 'Retire', 'Retire', 40, true),
  ('tariff', 'delete', 'delete', 'Delete', 'Delete', 50, true);

insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'tariff', s.id, m.id, n.id, true
from (values
  ('draft', 'activate', 'active'), ('active', 'activate', 'active'), ('retired', 'activate', 'active'),
  ('draft', 'create_draft', 'draft'), ('active', 'create_draft', 'active'), ('retired', 'create_draft', 'retired'),
  ('draft', 'delete_draft', 'draft'), ('active', 'delete_draft', 'active'), ('retired', 'delete_draft', 'retired'),
  ('active', 'retire', 'retired'), ('draft', 'delete', 'deleted')
) as t (state, method, new_state)
join class_states s on s.class_code = 'tariff' and s.code = t.state
join class_methods m on m.class_code = 'tariff' and m.code = t.method
join class_states n on n.class_code = 'tariff' and n.code = t.new_state;

insert into class_events (class_code, action_code, kind, label, handler, is_system) values
  ('tariff', 'activate', 'handler', 'Activate the draft', 'tariff.activate', true),
  ('tariff', 'create_draft', 'handler', 'Copy a version', 'tariff.create_draft', true),
  ('tariff', 'delete_draft', 'handler', 'Delete the draft', 'tariff.delete_draft', true),
  ('tariff', 'retire', 'handler', 'End the validity', 'tariff.retire', true);

alter table client_groups enable row level security;
create policy own_account on client_groups using (account_id = wall_account());
alter table client_group_members enable row level security;
create policy own_account on client_group_members using (account_id = wall_account());
create policy own_client on client_group_members as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or client_id = tenant_client());
create policy own_client on client_groups as restrictive using ((select nullif(sees_all_clients(), false)) is not null or exists (
  select from client_group_members m where m.group_id = client_groups.id and m.until is null));
-- users of a client: the active tariffs that can apply to it
alter table tariffs enable row level security;
create policy own_account on tariffs using (account_id = wall_account());
create policy own_client on tariffs as restrictive using ((select nullif(sees_all_clients(), false)) is not null or (state = 'active' and (
  client_id = tenant_client() or (client_id is null and group_id is null)
  or exists (select from client_groups g where g.id = group_id))));
alter table tariff_versions enable row level security;
create policy own_account on tariff_versions using (account_id = wall_account());
create policy own_client on tariff_versions as restrictive using ((select nullif(sees_all_clients(), false)) is not null
  or (state <> 'draft' and exists (select from tariffs t where t.id = tariff_id)));
alter table session_tariffs enable row level security;
create policy own_account on session_tariffs using (account_id = wall_account());
create policy own_client on session_tariffs as restrictive using ((select nullif(sees_all_clients(), false)) is not null
  or exists (select from transactions t where t.id = transaction_id));
