-- Files that prove an exclusion of outages: pictures and PDF documents. Older servers: none.
create table exclusion_files (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  exclusion_id uuid not null references availability_exclusions on delete cascade,
  name text not null,
  type text not null,
  content bytea not null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index exclusion_files_exclusion on exclusion_files (exclusion_id, created_at);
create index exclusion_files_account on exclusion_files (account_id);
alter table exclusion_files enable row level security;
create policy own_account on exclusion_files using (account_id = wall_account());
create policy own_client on exclusion_files as restrictive using (tenant_client() is null
  or exists (select from availability_exclusions x where x.id = exclusion_id));
