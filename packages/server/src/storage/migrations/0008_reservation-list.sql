-- The newest reservations of all stations. Older servers: none.
create index reservations_recent on reservations (created_at desc, id desc);
