-- A connector that only a start named, and no StatusNotification. Older servers: they take every connector for announced.
alter table connectors add column is_announced boolean not null default true;
-- A row that a start made has both times from its insert; a StatusNotification brings its own.
update connectors c set is_announced = false from stations s
where s.id = c.station_id and not s.is_demo and c.error_code is null and c.state = 'unavailable'
  and c.state_received_at = c.created_at;
