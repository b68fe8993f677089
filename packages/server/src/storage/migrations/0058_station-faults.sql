-- Faults that operators are notified of: the latest one of each connector. Older servers: none.
create table station_faults (
  station_id uuid not null references stations on delete cascade,
  connector_no int not null, -- 0: the station itself
  account_id uuid not null references accounts on delete cascade,
  error_code text,
  happened_at timestamptz not null,
  is_due boolean not null default true, -- a notice of it is still to be decided on
  noticed_at timestamptz,
  primary key (station_id, connector_no)
);
create index station_faults_due on station_faults (happened_at) where is_due;
create index station_faults_noticed on station_faults (account_id, noticed_at);
alter table station_faults enable row level security;
create policy own_account on station_faults using (account_id = wall_account());
