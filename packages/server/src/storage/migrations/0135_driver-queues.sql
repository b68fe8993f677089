-- Queues of drivers at sites whose connectors are all taken. Older servers: none.

-- Minutes for which a free connector is offered to one driver.
alter table accounts add queue_minutes integer not null default 10 check (queue_minutes between 2 and 60);

create sequence queue_positions;
-- A driver who waits at a site, or at a station without one, until a connector is free.
create table queue_places (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id uuid not null references accounts,
  -- a site, or a station without one
  place_id uuid not null,
  card_id uuid references cards on delete set null,
  -- order within the queue
  position bigint not null default nextval('queue_positions'),
  joined_at timestamptz not null,
  -- connector whose turn it is, from and until when
  evse_id uuid references evses on delete set null,
  offered_at timestamptz,
  offered_until timestamptz,
  -- run of the ReserveNow, which is stored before it is sent
  run_id uuid,
  requested_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('left', 'passed', 'missed', 'started', 'plugged_in', 'signed_out', 'card_refused')),
  check ((ended_at is null) = (end_reason is null)),
  check ((offered_at is null) = (offered_until is null))
);
-- a driver waits in one queue, and a connector is offered to one driver
create unique index queue_places_user on queue_places (user_id) where ended_at is null;
create unique index queue_places_evse on queue_places (evse_id) where ended_at is null and evse_id is not null;
create index queue_places_waiting on queue_places (place_id, position) where ended_at is null;
create index queue_places_last on queue_places (user_id, joined_at);
create index queue_places_ended on queue_places (ended_at) where ended_at is not null;

-- Reservations at stations that are to be cancelled: of turns that ended, or that a fault took back.
create table queue_cancellations (
  run_id uuid primary key,
  account_id uuid not null references accounts,
  created_at timestamptz not null
);

alter table queue_places enable row level security;
create policy own_account on queue_places using (account_id = (select wall_account()));
create policy own_client on queue_places as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or user_id in (select u.id from users u where u.client_id = (select tenant_client())));
alter table queue_cancellations enable row level security;
create policy own_account on queue_cancellations using (account_id = (select wall_account()));
create policy own_client on queue_cancellations as restrictive using ((select nullif(sees_all_clients(), false)) is not null);
