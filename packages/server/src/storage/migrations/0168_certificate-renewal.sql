-- Use, replacement and renewal of the client certificates of stations, and retirement of their authorities. Older servers: none.
alter table station_certificates add column last_used_at timestamptz;
alter table station_certificates drop constraint station_certificates_state_check;
alter table station_certificates add constraint station_certificates_state_check
  check (state in ('issued', 'sent', 'installed', 'superseded', 'rejected', 'revoked'));
create index station_certificates_expiry on station_certificates (valid_until) where state = 'installed';

alter table certificate_authorities add column retired_at timestamptz;

-- The newest request to a station to renew its certificate, and the reason for which it led to none.
create table station_renewals (
  station_id uuid primary key references stations on delete cascade,
  account_id uuid not null references accounts,
  asked_at timestamptz not null,
  problem text
);
alter table station_renewals enable row level security;
create policy own_account on station_renewals using (account_id = (select wall_account()));
create policy own_client on station_renewals as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or exists (select from stations s where s.id = station_id));
