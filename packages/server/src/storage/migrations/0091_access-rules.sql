-- Access rules: which cards may charge where and when. Older servers: none.
create table access_rules (
  id uuid primary key,
  account_id uuid not null references accounts,
  owner_id uuid references users,
  client_id uuid references clients, -- owner of the rule
  type text not null default 'access',
  state text not null default 'created',
  code text not null, -- the rule's number
  label text not null,
  description text,
  effect text not null check (effect in ('allow', 'deny')),
  -- at most one; none: all cards
  card_id uuid references cards on delete cascade,
  card_tag text,
  card_client_id uuid references clients on delete cascade,
  -- at most one; none: all stations
  network_id uuid references reference_rows on delete cascade,
  site_id uuid references sites on delete cascade,
  station_id uuid references stations on delete cascade,
  station_tag text,
  evse_no int, -- of station_id
  times jsonb, -- weekdays and times of day; null: always
  valid_from timestamptz,
  valid_to timestamptz,
  tags text[] not null default '{}',
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(card_id, card_tag, card_client_id) <= 1),
  check (num_nonnulls(network_id, site_id, station_id, station_tag) <= 1),
  check (evse_no is null or station_id is not null)
);
-- users of a client do not see which numbers other rules have
create unique index access_rules_code on access_rules
  (account_id, coalesce(client_id, '00000000-0000-0000-0000-000000000000'), lower(code));
create index access_rules_label on access_rules (account_id, label, id);
create index access_rules_card on access_rules (card_id) where card_id is not null;
create index access_rules_card_client on access_rules (card_client_id) where card_client_id is not null;
create index access_rules_client on access_rules (client_id) where client_id is not null;
create index access_rules_network on access_rules (network_id) where network_id is not null;
create index access_rules_site on access_rules (site_id) where site_id is not null;
create index access_rules_station on access_rules (station_id) where station_id is not null;

alter table access_rules enable row level security;
create policy own_account on access_rules using (account_id = wall_account());
create policy own_client on access_rules as restrictive using (tenant_client() is null or client_id = tenant_client());

insert into classes (code, parent_code, entity, name, description, is_abstract, is_system, sequence)
values ('access_rule', 'document', 'access_rule', 'Access rule', null, false, true, 160);
insert into class_types (class_code, code, name, built_in_name, sequence, is_system)
values ('access_rule', 'access', 'Access', 'Access', 10, true);

-- The rule that refused the card of a session.
alter table transactions add access_rule_id uuid;

-- Every process holds the rules in memory, and a station's place with its connection.
create function publish_access_rules() returns trigger language plpgsql as $$
begin
  perform pg_notify('stationmaster',
    json_build_array(json_build_object('kind', 'access_rules.changed', 'account', new.account_id))::text);
  return null;
end $$;
create trigger access_rules_changed after insert or update on access_rules
  for each row execute function publish_access_rules();

create function publish_stale_station() returns trigger language plpgsql as $$
begin
  perform pg_notify('stationmaster',
    json_build_array(json_build_object('kind', 'station.stale', 'station', new.id))::text);
  return null;
end $$;
create trigger stations_moved after update of site_id, network_name, client_id, tags on stations
  for each row when (new.is_connected and (old.site_id, old.network_name, old.client_id, old.tags)
    is distinct from (new.site_id, new.network_name, new.client_id, new.tags))
  execute function publish_stale_station();

create function publish_stale_stations_of_site() returns trigger language plpgsql as $$
begin
  perform pg_notify('stationmaster',
    json_build_array(json_build_object('kind', 'station.stale', 'station', s.id))::text)
  from stations s where s.site_id = new.id and s.is_connected;
  return null;
end $$;
create trigger sites_moved after update of network_id, time_zone, state on sites
  for each row when ((old.network_id, old.time_zone, old.state)
    is distinct from (new.network_id, new.time_zone, new.state))
  execute function publish_stale_stations_of_site();
