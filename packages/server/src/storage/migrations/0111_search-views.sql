-- Search: a view for each class, because PostgreSQL planned all classes in each query. Sessions of a card: the index
-- has the expression that lists compare. Older servers: no, the view of all classes is gone.
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

drop index transactions_tag;
create index transactions_tag on transactions ((coalesce(id_tag, '')), started_at desc);
