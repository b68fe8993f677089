-- A place in a queue ends when its driver may no longer charge there. Older servers: let the driver wait.
alter table queue_places drop constraint queue_places_end_reason_check,
  add constraint queue_places_end_reason_check check (end_reason in ('left', 'passed', 'missed', 'started', 'plugged_in',
    'signed_out', 'card_refused', 'not_authorized', 'cancelled', 'unused', 'refused', 'silent', 'not_sent', 'withdrawn',
    'out_of_order')) not valid;
alter table queue_places validate constraint queue_places_end_reason_check;
