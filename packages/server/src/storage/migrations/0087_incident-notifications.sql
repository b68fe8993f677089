-- Notifications of incidents: how each user wants them, every delivery with its attempts, and webhooks whose body is
-- signed. Older servers: none.
create table incident_notifications (
  user_id uuid primary key references users on delete cascade,
  account_id uuid not null references accounts,
  by_console boolean not null,
  by_email boolean not null,
  by_webhook boolean not null,
  severity text not null check (severity in ('critical', 'major', 'minor')), -- the least severe one
  site_ids uuid[], -- null: all stations, also those without a site
  webhook_url text,
  webhook_secret bytea, -- encrypted
  quiet_from text check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'), -- local time of the user
  quiet_to text check (quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  time_zone text not null,
  critical_passes boolean not null, -- quiet hours do not hold critical incidents
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null))
);
create index incident_notifications_account on incident_notifications (account_id);

create table incident_deliveries (
  id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users on delete cascade,
  incident_id uuid references incidents on delete cascade, -- null: a test message
  kind text not null check (kind in ('opened', 'reopened', 'escalated', 'test')),
  occurrence int not null default 1, -- of the incident
  channel text not null check (channel in ('console', 'email', 'webhook')),
  recipient text, -- address, or origin of the webhook
  state text not null default 'waiting' check (state in ('waiting', 'held', 'sending', 'delivered', 'failed', 'dropped')),
  reason text,
  message_id uuid, -- notice, email or post; several deliveries share one
  due_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index incident_deliveries_once on incident_deliveries (incident_id, user_id, channel, kind, occurrence);
create index incident_deliveries_due on incident_deliveries (user_id, due_at) where state in ('waiting', 'held');
create index incident_deliveries_message on incident_deliveries (message_id) where message_id is not null;
create index incident_deliveries_created on incident_deliveries (account_id, id);
create index incident_deliveries_user on incident_deliveries (user_id, id);

create table incident_attempts (
  id uuid primary key,
  message_id uuid not null,
  at timestamptz not null,
  is_delivered boolean not null,
  reason text
);
create index incident_attempts_message on incident_attempts (message_id, id);

-- whose secret signs the body
alter table script_posts add signer_id uuid;

alter table incident_notifications enable row level security;
create policy own_account on incident_notifications using (account_id = wall_account());
create policy own_client on incident_notifications as restrictive using (tenant_client() is null
  or exists (select from users u where u.id = user_id and u.client_id = tenant_client()));
alter table incident_deliveries enable row level security;
create policy own_account on incident_deliveries using (account_id = wall_account());
create policy own_client on incident_deliveries as restrictive using (tenant_client() is null
  or exists (select from users u where u.id = user_id and u.client_id = tenant_client()));
alter table incident_attempts enable row level security;
create policy own_account on incident_attempts using (
  exists (select from incident_deliveries d where d.message_id = incident_attempts.message_id));

alter table mails drop constraint mails_kind_check, add constraint mails_kind_check
  check (kind in ('confirm-email', 'confirm-new-email', 'already-signed-up', 'login-taken', 'email-in-use',
    'recover-password', 'password-changed', 'email-changed', 'sign-in-linked', 'notice', 'incident'));

insert into resources (id, node_id, type, name)
select gen_random_uuid(), m.id, 'folder', 'incident'
from resources m
where m.node_id is null and lower(m.name) = 'mail' and m.type = 'folder'
on conflict do nothing;

insert into resources (id, node_id, type, name)
select gen_random_uuid(), k.id, 'text', part
from resources m join resources k on k.node_id = m.id, unnest(array['subject', 'text']) part
where m.node_id is null and lower(m.name) = 'mail' and m.type = 'folder' and k.type = 'folder' and k.name = 'incident'
on conflict do nothing;
