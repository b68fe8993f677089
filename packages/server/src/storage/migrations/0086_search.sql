-- Search: indexes of the searched texts, and the texts of sites and users. Older servers: none.

-- As before, and letters that have no accent to remove: "Straße" is "strasse".
create or replace function search_form(said text) returns text language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(translate(replace(lower(normalize(said, NFKD)), 'ß', 'ss'), 'øłđı', 'oldi'),
    U&'[\0300-\036F\0027\2019_./:#-]+', '', 'g'), '\s+', ' ', 'g');
alter table stations drop column search_text;
alter table stations add search_text text generated always as (search_form(
  identity || ' ' || coalesce(label, '') || ' ' || coalesce(address, '') || ' ' || coalesce(description, '')
    || ' ' || coalesce(serial_number, '') || ' ' || coalesce(model, ''))) stored;
alter table cards drop column search_text;
alter table cards add search_text text generated always as (search_form(
  code || ' ' || coalesce(name, '') || ' ' || coalesce(label, ''))) stored;
alter table clients drop column search_text;
alter table clients add search_text text generated always as (search_form(
  code || ' ' || name || ' ' || coalesce(label, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
    || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(identity, ''))) stored;
alter table sites add search_text text generated always as (search_form(
  code || ' ' || label || ' ' || coalesce(address, '') || ' ' || coalesce(postal_code, '') || ' ' || coalesce(city, ''))) stored;
alter table users add search_text text generated always as (search_form(
  username || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, ''))) stored;

-- Beginnings of texts, which are those of identities; a longer text would not fit into a row of an index.
create index stations_search_start on stations (left(search_text, 64) text_pattern_ops);
create index cards_search_start on cards (left(search_text, 64) text_pattern_ops);
create index clients_search_start on clients (left(search_text, 64) text_pattern_ops);
create index sites_search_start on sites (left(search_text, 64) text_pattern_ops);
create index users_search_start on users (left(search_text, 64) text_pattern_ops);

-- Candidates of a search. The view has the rights of its owner: PostgreSQL does not use an index for `like` under
-- row-level security. It has only ids and texts of the account; queries join the tables, whose policies apply.
create view search_texts as
  select 'charge_point' as class_code, id, search_text from stations where wall_account() is null or account_id = wall_account()
  union all
  select 'card', id, search_text from cards where wall_account() is null or account_id = wall_account()
  union all
  select 'client', id, search_text from clients where wall_account() is null or account_id = wall_account()
  union all
  select 'site', id, search_text from sites where wall_account() is null or account_id = wall_account()
  union all
  select 'user', id, search_text from users where wall_account() is null or account_id = wall_account();

-- Without pg_trgm only the text itself resembles; prepare_search replaces it.
create function text_resembles(wanted text, said text) returns boolean language sql stable parallel safe
return strpos(said, wanted) > 0;

-- Adds what needs pg_trgm: the indexes and the comparison of similar words. Returns false where the extension is not
-- available; can be called again after it was installed.
create function prepare_search() returns boolean language plpgsql as $$
declare
  name text;
begin
  create extension if not exists pg_trgm;
  create or replace function text_resembles(wanted text, said text) returns boolean language sql stable parallel safe
    return said %> wanted;
  foreach name in array array['stations', 'cards', 'clients', 'sites', 'users'] loop
    execute format('create index if not exists %I on %I using gin (search_text gin_trgm_ops)', name || '_search', name);
  end loop;
  return true;
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
  return false;
end $$;
select prepare_search();
