-- When the driver was notified that an idle fee follows; once per session. Older servers: none; they send none.
alter table transactions add column idle_notified_at timestamptz;
