-- Notes: internal texts of users about objects of any class. Older servers: none.
create table notes (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  class_code text not null,
  object_id uuid not null,
  client_id uuid references clients on delete cascade, -- of the author; null: users of a client do not see it
  text text not null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version_no int not null default 1
);
create index notes_object on notes (object_id, created_at);
alter table notes enable row level security;
create policy own_account on notes using (account_id = wall_account());
create policy own_client on notes as restrictive using (tenant_client() is null or client_id = tenant_client());
