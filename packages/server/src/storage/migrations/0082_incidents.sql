-- Incidents: what needs attention at stations and cards, one row per cause, opened and closed by rules; their entries,
-- and rules of accounts and sites. Older servers: none.
create table incidents (
  id uuid primary key,
  account_id uuid not null references accounts,
  number int not null, -- within the account
  rule text not null,
  severity text not null check (severity in ('critical', 'major', 'minor')),
  object_key text not null, -- what the rule found: a station, an EVSE or a card
  station_id uuid,
  evse_no int, -- 0: the station itself
  card_id uuid,
  id_tag text,
  details jsonb not null default '{}',
  opened_at timestamptz not null, -- begin of the cause
  last_at timestamptz not null, -- last occurrence
  occurrences int not null default 1,
  recovered_at timestamptz, -- the cause is gone
  acknowledged_at timestamptz,
  acknowledged_by uuid references users,
  assignee_id uuid references users,
  snoozed_until timestamptz,
  closed_at timestamptz,
  closed_by uuid references users, -- null: closed because the cause was gone
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index incidents_open on incidents (account_id, rule, object_key) where closed_at is null;
create unique index incidents_number on incidents (account_id, number);
create index incidents_cause on incidents (account_id, rule, object_key, opened_at);
create index incidents_station on incidents (station_id, opened_at) where station_id is not null;
create index incidents_closed on incidents (account_id, closed_at) where closed_at is not null;

create table incident_entries (
  id uuid primary key,
  incident_id uuid not null references incidents on delete cascade,
  account_id uuid not null,
  at timestamptz not null,
  kind text not null,
  user_id uuid references users,
  text text, -- of a comment
  details jsonb not null default '{}'
);
create index incident_entries_incident on incident_entries (incident_id, id);

create table incident_rules (
  account_id uuid not null references accounts,
  site_id uuid references sites, -- null: all sites of the account
  rule text not null,
  is_enabled boolean,
  limit_value int,
  severity text check (severity in ('critical', 'major', 'minor')),
  updated_at timestamptz not null,
  unique nulls not distinct (account_id, site_id, rule)
);
create index incident_rules_site on incident_rules (site_id, rule) where site_id is not null;
create index transactions_review on transactions (station_id) where state = 'needs_review';

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence)
values ('incident', 'record', 'incident', 'Incident', null, false, true, 150);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system)
values ('incident', 'incident', 'Incident', 'Incident', 10, true);

alter table incidents enable row level security;
create policy own_account on incidents using (account_id = wall_account());
-- incidents of the client's stations, and of its cards elsewhere
create policy own_client on incidents as restrictive using (tenant_client() is null
  or exists (select from stations s where s.id = station_id) or exists (select from cards k where k.id = card_id));
alter table incident_entries enable row level security;
create policy own_account on incident_entries using (account_id = wall_account());
create policy own_client on incident_entries as restrictive using (tenant_client() is null
  or exists (select from incidents i where i.id = incident_id));
alter table incident_rules enable row level security;
create policy own_account on incident_rules using (account_id = wall_account());
create policy own_client on incident_rules as restrictive using (tenant_client() is null
  or exists (select from sites z where z.id = site_id));
