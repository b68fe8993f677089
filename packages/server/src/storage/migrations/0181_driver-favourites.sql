-- Favourite places of drivers. Older servers: none.
create table driver_favourites (
  user_id uuid not null references users on delete cascade,
  -- a site, or a station without one
  place_id uuid not null,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  primary key (user_id, place_id)
);

alter table driver_favourites enable row level security;
create policy own_account on driver_favourites using (account_id = (select wall_account()));
create policy own_client on driver_favourites as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or user_id in (select u.id from users u where u.client_id = (select tenant_client())));
