-- Notices to drivers are also sent to their devices by web push. Older servers: they write notices without a kind.

-- subject of a notice, which users can choose; null: of no kind that is sent to devices
alter table notices add kind text, add is_push_due boolean not null default false;
create index notices_push_due on notices (id) where is_push_due;

-- Devices of a user to which notices are sent. They end with the login session in which they were added.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_code text not null references sessions on delete cascade,
  created_at timestamptz not null,
  -- address at the push service of the browser
  endpoint text not null unique,
  -- public key and secret of the browser (RFC 8291)
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  -- public key of the server for which the browser accepts messages
  server_key text not null
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_session on push_subscriptions (session_code);

-- Kinds of notices that a user does not get on devices; without a row: none.
create table push_settings (
  user_id uuid primary key references users on delete cascade,
  off text[] not null
);

-- Notices that wait to be sent to a device.
create table push_messages (
  id uuid primary key,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  notice_id uuid not null references notices on delete cascade,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index push_messages_due on push_messages (due_at);
create index push_messages_subscription on push_messages (subscription_id);
create index push_messages_notice on push_messages (notice_id);

alter table push_subscriptions enable row level security;
create policy own_account on push_subscriptions using (
  user_id in (select u.id from users u where u.account_id = (select wall_account())));
create policy own_client on push_subscriptions as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or user_id in (select u.id from users u where u.client_id = (select tenant_client())));
alter table push_settings enable row level security;
create policy own_account on push_settings using (
  user_id in (select u.id from users u where u.account_id = (select wall_account())));
create policy own_client on push_settings as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or user_id in (select u.id from users u where u.client_id = (select tenant_client())));
alter table push_messages enable row level security;
create policy own_account on push_messages using (subscription_id in (select p.id from push_subscriptions p));
