-- A change of a site concerns its offline stations, too: their local lists are compared again. Older servers: unaffected.
create or replace function publish_stale_stations_of_site() returns trigger language plpgsql as $$
begin
  perform pg_notify('stationmaster',
    json_build_array(json_build_object('kind', 'station.stale', 'station', s.id))::text)
  from stations s where s.site_id = new.id and s.state <> 'deleted';
  return null;
end $$;
