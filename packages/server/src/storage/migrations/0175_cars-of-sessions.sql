-- Cars of sessions, chosen by their drivers at the start. Older servers: none.
alter table driver_charges add car_id uuid references cars on delete set null;
create index driver_charges_car on driver_charges (car_id) where car_id is not null;

-- Few sessions have a car, so it is not a column of the sessions.
create table session_cars (
  transaction_id uuid primary key references transactions on delete cascade,
  account_id uuid not null references accounts,
  car_id uuid not null references cars on delete cascade
);
create index session_cars_car on session_cars (car_id);

alter table session_cars enable row level security;
create policy own_account on session_cars using (account_id = (select wall_account()));
create policy own_client on session_cars as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null
  or exists (select from transactions t where t.id = transaction_id));

-- Number plate and label of the car of a session of the caller's account. Drivers of a client can charge a car that
-- belongs to no client, and do not see it otherwise.
create function car_of_session(session uuid) returns json language sql stable security definer
begin atomic
  select json_build_object('id', v.id, 'identity', v.identity, 'label', v.label)
  from session_cars c join cars v on v.id = c.car_id
  where c.transaction_id = session and (wall_account() is null or c.account_id = wall_account());
end;
