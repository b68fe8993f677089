-- Search: cars, and the ends of identities, codes, plates and phone numbers. Older servers: none.

-- The last letters and digits, backwards, so that a B-tree finds them.
create function search_end(said text) returns text language sql immutable strict parallel safe
return left(reverse(regexp_replace(search_form(said), '[^[:alnum:]]', '', 'g')), 64);

-- Digits only: country code and leading zeros are before the end.
create function phone_end(said text) returns text language sql immutable strict parallel safe
return left(reverse(regexp_replace(said, '[^0-9]', '', 'g')), 64);

alter table stations add search_end text generated always as (search_end(identity)) stored;
alter table cards add search_end text generated always as (search_end(code)) stored;
alter table clients add search_end text generated always as (phone_end(phone)) stored;
alter table users add search_end text generated always as (phone_end(phone)) stored;
-- "B-AB 123" is also found as "BAB123".
alter table cars add search_end text generated always as (search_end(identity)) stored,
  add search_text text generated always as (search_form(
    identity || ' ' || replace(identity, ' ', '') || ' ' || coalesce(label, '') || ' ' || coalesce(make, '')
      || ' ' || coalesce(model, '') || ' ' || coalesce(vin, ''))) stored;

create index cars_search_start on cars (left(search_text, 64) text_pattern_ops);
create index stations_search_end on stations (search_end text_pattern_ops);
create index cards_search_end on cards (search_end text_pattern_ops);
create index clients_search_end on clients (search_end text_pattern_ops);
create index users_search_end on users (search_end text_pattern_ops);
create index cars_search_end on cars (search_end text_pattern_ops);

create or replace view search_texts as
  select 'charge_point' as class_code, id, search_text, search_end from stations
    where wall_account() is null or account_id = wall_account()
  union all
  select 'card', id, search_text, search_end from cards where wall_account() is null or account_id = wall_account()
  union all
  select 'client', id, search_text, search_end from clients where wall_account() is null or account_id = wall_account()
  union all
  select 'site', id, search_text, null from sites where wall_account() is null or account_id = wall_account()
  union all
  select 'user', id, search_text, search_end from users where wall_account() is null or account_id = wall_account()
  union all
  select 'car', id, search_text, search_end from cars where wall_account() is null or account_id = wall_account();

create or replace function prepare_search() returns boolean language plpgsql as $$
declare
  name text;
begin
  create extension if not exists pg_trgm;
  create or replace function text_resembles(wanted text, said text) returns boolean language sql stable parallel safe
    return said %> wanted;
  foreach name in array array['stations', 'cards', 'clients', 'sites', 'users', 'cars'] loop
    execute format('create index if not exists %I on %I using gin (search_text gin_trgm_ops)', name || '_search', name);
  end loop;
  return true;
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
  return false;
end $$;
select prepare_search();
