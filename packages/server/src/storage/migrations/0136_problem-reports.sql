-- Problems that drivers report. Older servers: none.
create table problem_reports (
  -- from the phone, so that a repeated request reports once
  id uuid primary key,
  account_id uuid not null references accounts,
  -- null: a guest, or deleted
  user_id uuid references users on delete set null,
  station_id uuid not null references stations on delete cascade,
  evse_id uuid references evses on delete set null,
  transaction_id uuid references transactions on delete set null,
  category text not null check (category in
    ('not_charging', 'cable_stuck', 'damaged', 'screen_reader', 'blocked', 'sticker', 'price', 'other')),
  text text,
  created_at timestamptz not null,
  -- set when a user closes the incident
  closed_at timestamptz,
  outcome text,
  incident_id uuid references incidents on delete set null
);
create index problem_reports_open on problem_reports (station_id, category) where closed_at is null;
create index problem_reports_user on problem_reports (user_id, created_at) where user_id is not null;
create index problem_reports_incident on problem_reports (incident_id) where incident_id is not null;
create index problem_reports_created on problem_reports (created_at);
create index problem_reports_account on problem_reports (account_id) where closed_at is null;

alter table problem_reports enable row level security;
create policy own_account on problem_reports using (account_id = (select wall_account()));
create policy own_client on problem_reports as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or exists (select from stations s where s.id = station_id));

drop policy own_client on files;
create policy own_client on files as restrictive using ((select nullif(sees_all_clients(), false)) is not null
  or exists (select from stations s where s.id = object_id) or exists (select from clients c where c.id = object_id)
  or exists (select from sites z where z.id = object_id) or exists (select from problem_reports r where r.id = object_id));
