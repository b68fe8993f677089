-- A second wall behind the scope of each query: whoever asks in the role of the web door sees one account. The
-- owner of the tables passes through, so stations, jobs and older servers notice nothing. Older servers: none.

-- For whom a connection of the web door asks; null: for nobody, and nothing is seen.
create function wall_account() returns uuid language sql stable parallel safe
return nullif(current_setting('stationmaster.account', true), '')::uuid;

do $$
declare
  name text;
begin
  foreach name in array array['users', 'stations', 'connectors', 'security_events', 'files', 'cards', 'unknown_tags',
    'transactions', 'quarantine', 'reservations', 'commands', 'charging_profiles', 'transfers', 'ocpp_log'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_account on %I using (account_id = wall_account())', name);
  end loop;

  foreach name in array array['station_keys', 'station_configuration', 'station_deviations', 'meter_values',
    'local_lists', 'local_list_entries', 'charging_profile_installs'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_account on %I using (exists (
      select from stations s where s.id = %I.station_id and s.account_id = wall_account()))', name, name);
  end loop;

  foreach name in array array['sessions', 'email_confirmations', 'password_recoveries', 'avatars', 'group_members',
    'user_networks', 'user_identities', 'second_factors', 'recovery_codes', 'mfa_tickets'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_account on %I using (exists (
      select from users u where u.id = %I.user_id and u.account_id = wall_account()))', name, name);
  end loop;

  foreach name in array array['refresh_tokens', 'live_tickets'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_account on %I using (exists (
      select from sessions s where s.code = %I.session_code))', name, name);
  end loop;
end $$;

alter table accounts enable row level security;
create policy own_account on accounts using (id = wall_account());
-- Administrators act for every account: where they did, they are named.
create policy administrators on users for select using (is_admin);

-- A policy is asked before any function that could tell of a row, so `reverse(code)` finds no index behind one. A
-- view holds rows back as well and is no such barrier: the look for cards that a tag may be a part of needs that.
create view card_codes as
  select account_id, code, code_folded, state from cards where wall_account() is null or account_id = wall_account();

-- Identities and addresses are unique in the whole house, so these two look over the wall.
create function identity_is_free(wanted text) returns boolean language sql stable security definer
return not exists (select from stations where identity = wanted);
create function person_of_address(wanted text) returns table (id uuid, locale text)
language sql stable security definer
begin atomic
  select u.id, u.locale from users u where lower(u.email) = lower(wanted);
end;
