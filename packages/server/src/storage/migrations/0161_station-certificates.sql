-- The certificate authority of the installation, and the client certificates that it has issued to stations. Older servers: none.
create table certificate_authorities (
  id uuid primary key,
  common_name text not null,
  -- PEM
  certificate text not null,
  -- private key in PKCS #8, encrypted
  key_encrypted bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- No policy: users have no access.
alter table certificate_authorities enable row level security;

create table station_certificates (
  id uuid primary key,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  authority_id uuid not null references certificate_authorities,
  state text not null check (state in ('issued', 'sent', 'installed', 'rejected', 'revoked')),
  serial text not null unique,
  -- SHA-256 of the certificate, as hexadecimal digits
  fingerprint text not null unique,
  subject text not null,
  issuer text not null,
  certificate text not null,
  command_id uuid,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  issued_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index station_certificates_station on station_certificates (station_id, issued_at desc);
create index station_certificates_command on station_certificates (command_id) where command_id is not null;
create index station_certificates_unsent on station_certificates (issued_at) where state = 'issued';

alter table station_certificates enable row level security;
create policy own_account on station_certificates using (account_id = (select wall_account()));
create policy own_client on station_certificates as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or exists (select from stations s where s.id = station_id));
