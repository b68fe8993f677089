-- Drivers are notified before their reservation ends. Older servers: none.
alter table reservations add expiry_noticed_at timestamptz;
