-- Root certificates that stations trust, and the certificates of the ports with TLS. Older servers: none.
create table station_roots (
  id uuid primary key,
  account_id uuid not null references accounts,
  station_id uuid not null references stations on delete cascade,
  kind text not null check (kind in ('CentralSystemRootCertificate', 'ManufacturerRootCertificate')),
  state text not null check (state in ('sent', 'installed', 'refused')),
  -- answer of the station to the newest request about it, if it did not accept it
  problem text,
  -- PEM; null if the station has only reported its identifiers
  certificate text,
  subject text,
  valid_until timestamptz,
  -- identifiers as in OCSP (RFC 6960)
  hash_algorithm text not null,
  issuer_name_hash text not null,
  issuer_key_hash text not null,
  serial text not null,
  authority_id uuid references certificate_authorities,
  command_id uuid,
  changed_at timestamptz not null,
  unique (station_id, kind, issuer_key_hash, issuer_name_hash, serial)
);
create index station_roots_command on station_roots (command_id) where command_id is not null;
create index station_roots_authority on station_roots (authority_id) where authority_id is not null;
alter table station_roots enable row level security;
create policy own_account on station_roots using (account_id = (select wall_account()));
create policy own_client on station_roots as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or exists (select from stations s where s.id = station_id));

-- Unlogged as the processes: each writes its row every ten seconds.
create unlogged table tls_listeners (
  process text primary key references server_processes on delete cascade,
  -- list of { subject, issuer, fingerprint, validFrom, validUntil }
  certificates jsonb not null,
  expires_at timestamptz not null,
  loaded_at timestamptz not null,
  checked_at timestamptz not null,
  problem text
);
-- No policy: users have no access.
alter table tls_listeners enable row level security;

-- What users may know of the authorities, without their keys: every certificate names its authority.
create function authority_certificates()
returns table (id uuid, certificate text, created_at timestamptz, expires_at timestamptz, retired_at timestamptz)
language sql stable security definer
begin atomic
  select a.id, a.certificate, a.created_at, a.expires_at, a.retired_at from certificate_authorities a;
end;

create function has_tls_port() returns boolean language sql stable security definer
begin atomic
  select exists (select from tls_listeners);
end;
