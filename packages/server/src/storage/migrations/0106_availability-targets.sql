-- Targets of availability in percent. Older servers: none.
create table availability_targets (
  account_id uuid not null references accounts on delete cascade,
  site_id uuid references sites on delete cascade, -- null: all sites of the account
  target double precision not null check (target > 0 and target <= 100),
  updated_at timestamptz not null,
  unique nulls not distinct (account_id, site_id)
);
create unique index availability_targets_site on availability_targets (site_id) where site_id is not null;
alter table availability_targets enable row level security;
create policy own_account on availability_targets using (account_id = wall_account());
-- users of a client see the target that applies to its stations
create policy own_client on availability_targets as restrictive using (tenant_client() is null
  or site_id is null or exists (select from sites z where z.id = site_id));
