-- Files that stations upload to this server: one address per requested transfer, and the content in parts. Older servers: none.
create table station_uploads (
  transfer_id uuid primary key references transfers on delete cascade,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  -- SHA-256 of the secret in the address
  secret_hash bytea not null unique,
  expires_at timestamptz not null,
  -- begun uploads; the parts of the newest one count
  attempt int not null default 0,
  name text,
  -- bytes; null until the whole file is stored
  size bigint,
  received_at timestamptz
);
create index station_uploads_account on station_uploads (account_id, received_at desc) where received_at is not null;
create index station_uploads_station on station_uploads (station_id);
create index station_uploads_ended on station_uploads (coalesce(received_at, expires_at));

alter table station_uploads enable row level security;
create policy own_account on station_uploads using (account_id = (select wall_account()));
create policy own_client on station_uploads as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or exists (select from stations s where s.id = station_id));

create table station_upload_parts (
  transfer_id uuid not null references station_uploads on delete cascade,
  attempt int not null,
  part_no int not null,
  content bytea not null,
  primary key (transfer_id, attempt, part_no)
);
-- compressed or random data: PostgreSQL would compress it in vain
alter table station_upload_parts alter column content set storage external;
-- No policy: users have no access.
alter table station_upload_parts enable row level security;
