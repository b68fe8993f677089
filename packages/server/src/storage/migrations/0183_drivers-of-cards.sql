-- Drivers that cards had before: sessions and reservations stay with the driver who had the card then. Older servers: none.
create table card_drivers (
  card_id uuid not null references cards on delete cascade,
  -- end of the time of this driver
  until timestamptz not null,
  account_id uuid not null references accounts,
  -- null: the driver has erased the account
  user_id uuid references users on delete set null,
  primary key (card_id, until)
);
create index card_drivers_user on card_drivers (user_id) where user_id is not null;

alter table card_drivers enable row level security;
create policy own_account on card_drivers using (account_id = (select wall_account()));
create policy own_client on card_drivers as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or exists (select from cards k where k.id = card_id));

-- A card without a driver has no row: its sessions belong to the driver who gets it next. L372: the last 100.
create function keep_driver_of_card() returns trigger language plpgsql security definer as $$
begin
  insert into card_drivers (card_id, until, account_id, user_id)
  values (old.id, clock_timestamp(), old.account_id, old.owner_id);
  delete from card_drivers c where c.card_id = old.id and c.until <= (
    select o.until from card_drivers o where o.card_id = old.id order by o.until desc offset 100 limit 1);
  return null;
end $$;
do $$
begin
  execute format('alter function keep_driver_of_card() set search_path = %I, pg_temp', current_schema());
end $$;
create trigger cards_drivers after update of owner_id on cards
for each row when (old.owner_id is not null and old.owner_id is distinct from new.owner_id)
execute function keep_driver_of_card();
