-- Drivers reserve a free connector: a place of a queue whose turn begins at once. Older servers: let such a driver wait in the queue if the connector fails.
alter table queue_places
  add column kind text not null default 'queue' check (kind in ('queue', 'reservation')),
  -- of the request, so that a repeated one reserves nothing again
  add column key uuid;
-- Validated by a statement of its own, which does not lock out those that write.
alter table queue_places drop constraint queue_places_end_reason_check,
  add constraint queue_places_end_reason_check check (end_reason in ('left', 'passed', 'missed', 'started', 'plugged_in',
    'signed_out', 'card_refused', 'cancelled', 'unused', 'refused', 'silent', 'not_sent', 'withdrawn', 'out_of_order')) not valid;
alter table queue_places validate constraint queue_places_end_reason_check;

-- Minutes for which a driver may reserve a connector; 0: not at all.
alter table accounts add column reserve_minutes integer not null default 15 check (reserve_minutes between 0 and 60);

-- User who cancelled; null: the system.
alter table queue_cancellations add column requested_by uuid references users on delete set null;
