-- Saved views of lists, of one user or shared with the team, and the view with which a user opens a list. Older servers: none.
create table saved_views (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  list text not null,
  name text not null,
  search text not null, -- query of the address
  is_shared boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version_no int not null default 1,
  unique (user_id, list, name)
);
create index saved_views_shared on saved_views (account_id, list) where is_shared;
alter table saved_views enable row level security;
create policy own_account on saved_views using (account_id = wall_account());
create policy own_client on saved_views as restrictive using (tenant_client() is null
  or exists (select from users u where u.id = user_id and u.client_id = tenant_client()));

create table saved_view_defaults (
  user_id uuid not null references users on delete cascade,
  list text not null,
  account_id uuid not null references accounts on delete cascade,
  view_id uuid not null references saved_views on delete cascade,
  primary key (user_id, list)
);
create index saved_view_defaults_view on saved_view_defaults (view_id);
alter table saved_view_defaults enable row level security;
create policy own_account on saved_view_defaults using (account_id = wall_account());
create policy own_client on saved_view_defaults as restrictive using (tenant_client() is null
  or exists (select from users u where u.id = user_id and u.client_id = tenant_client()));
