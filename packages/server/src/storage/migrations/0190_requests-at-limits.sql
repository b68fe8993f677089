-- Counts the requests to stop a session at the limit of its driver. Older servers: ask for 20 minutes after the first request.

alter table driver_charges
  add column limit_requested_at timestamptz,
  add column limit_requests integer not null default 0;
