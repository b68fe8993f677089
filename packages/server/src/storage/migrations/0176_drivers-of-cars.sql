-- Persons who may charge a car besides its owner. Older servers: none.
create table car_drivers (
  id uuid primary key,
  account_id uuid not null references accounts,
  car_id uuid not null references cars on delete cascade,
  -- as it was entered: a user name, or an e-mail address; then it is for the user who has confirmed that address
  name text not null check (length(name) between 1 and 254),
  -- user with this user name when it was entered; null: none, or an e-mail address
  user_id uuid references users on delete cascade,
  created_at timestamptz not null
);
create unique index car_drivers_name on car_drivers (car_id, lower(name));
create index car_drivers_user on car_drivers (user_id) where user_id is not null;
create index car_drivers_email on car_drivers (lower(name)) where user_id is null;

alter table car_drivers enable row level security;
create policy own_account on car_drivers using (account_id = (select wall_account()));
create policy own_client on car_drivers as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or exists (select from cars v where v.id = car_id));
