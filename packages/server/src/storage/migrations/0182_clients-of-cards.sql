-- Clients that cards had before: a session is paid by the client that its card had at the start, also if the card has got
-- another one before the price is computed. Older servers: none.
create table card_clients (
  card_id uuid not null references cards on delete cascade,
  -- end of the time of this client
  until timestamptz not null,
  account_id uuid not null references accounts,
  client_id uuid not null references clients on delete cascade,
  primary key (card_id, until)
);
create index card_clients_client on card_clients (client_id);

alter table card_clients enable row level security;
create policy own_account on card_clients using (account_id = (select wall_account()));
create policy own_client on card_clients as restrictive using (
  (select nullif(sees_all_clients(), false)) is not null or client_id = (select tenant_client()));

-- A card without a client has no row: who pays for its sessions is decided later. L371: the last 100.
create function keep_client_of_card() returns trigger language plpgsql security definer as $$
begin
  insert into card_clients (card_id, until, account_id, client_id)
  values (old.id, clock_timestamp(), old.account_id, old.client_id);
  delete from card_clients c where c.card_id = old.id and c.until <= (
    select o.until from card_clients o where o.card_id = old.id order by o.until desc offset 100 limit 1);
  return null;
end $$;
do $$
begin
  execute format('alter function keep_client_of_card() set search_path = %I, pg_temp', current_schema());
end $$;
create trigger cards_clients after update of client_id on cards
for each row when (old.client_id is not null and old.client_id is distinct from new.client_id)
execute function keep_client_of_card();
