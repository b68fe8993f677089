-- Incidents of a site, under which those of its stations are folded, and escalation of incidents that no user
-- acknowledges. Older servers: none.
alter table incidents
  add site_id uuid,
  add parent_id uuid references incidents on delete set null, -- the incident of the site
  add active_at timestamptz, -- when it opened, or opened again
  add escalated_at timestamptz;
update incidents set active_at = created_at;
create index incidents_parent on incidents (parent_id) where parent_id is not null;
create index incidents_escalation on incidents (account_id, severity)
  where closed_at is null and acknowledged_at is null and escalated_at is null;

create table incident_escalations (
  account_id uuid not null references accounts,
  site_id uuid references sites, -- null: all sites of the account
  severity text not null check (severity in ('critical', 'major', 'minor')),
  minutes int not null check (minutes between 1 and 10080),
  user_id uuid references users on delete cascade,
  group_id uuid references groups on delete cascade,
  updated_at timestamptz not null,
  check (num_nonnulls(user_id, group_id) = 1),
  unique nulls not distinct (account_id, site_id, severity)
);

drop policy own_client on incidents;
-- incidents of the client's stations and sites, and of its cards elsewhere
create policy own_client on incidents as restrictive using (tenant_client() is null
  or exists (select from stations s where s.id = station_id) or exists (select from cards k where k.id = card_id)
  or exists (select from sites z where z.id = site_id));
alter table incident_escalations enable row level security;
create policy own_account on incident_escalations using (account_id = wall_account());
create policy own_client on incident_escalations as restrictive using (tenant_client() is null
  or exists (select from sites z where z.id = site_id));
