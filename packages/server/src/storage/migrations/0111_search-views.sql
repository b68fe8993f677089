-- Search: a view for each class, because PostgreSQL planned all classes in each query. Lists: the order
-- of cards, and the expression by which sessions of a card are found. Older servers: no, the view of all classes is gone.
create view search_stations as select id, search_text, search_end from stations
  where wall_account() is null or account_id = wall_account();
create view search_cards as select id, search_text, search_end from cards
  where wall_account() is null or account_id = wall_account();
create view search_cars as select id, search_text, search_end from cars
  where wall_account() is null or account_id = wall_account();
create view search_clients as select id, search_text, search_end from clients
  where wall_account() is null or account_id = wall_account();
create view search_sites as select id, search_text, null::text as search_end from sites
  where wall_account() is null or account_id = wall_account();
create view search_users as select id, search_text, search_end from users
  where wall_account() is null or account_id = wall_account();
drop view search_texts;

-- Not coalesce, which uses no index under row-level security.
drop index transactions_tag;
create index transactions_tag on transactions ((case when id_tag is null then '' else id_tag end), started_at desc);
analyze transactions; -- without statistics of the expression, lists would read all sessions by time

create index cards_code on cards (code, id);

-- True unless the user is limited to a client. PostgreSQL estimates that an expression is null in 0.5 % of the rows, and
-- that it is not null in 99.5 %: with `tenant_client() is null` in the policies, it read whole tables for operators.
create function sees_all_clients() returns boolean language sql stable parallel safe
return (case when coalesce(current_setting('stationmaster.client', true), '') = '' then true end) is not null;
-- Objects of a client are found by its index; before, all stations and cards of the account were read for each table and
-- partition.
do $$
declare
  policy record;
  condition text;
begin
  for policy in select polname as name, polrelid::regclass as relation, pg_get_expr(polqual, polrelid) as condition
      from pg_policy where polname = 'own_client' loop
    condition := regexp_replace(replace(policy.condition, '(tenant_client() IS NULL)', 'sees_all_clients()'),
      'FROM (stations|cards) ([sk])\s+WHERE (\([sk]\.id = \w+\.\w+\))',
      'FROM \1 \2 WHERE (\2.client_id = tenant_client()) AND \3', 'g');
    if condition <> policy.condition then
      execute format('alter policy %I on %s using (%s)', policy.name, policy.relation, condition);
    end if;
  end loop;
end $$;
