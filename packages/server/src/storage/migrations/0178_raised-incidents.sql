-- Notifications of incidents whose severity rose. Older servers: none.
-- Not validated: the existing rows satisfied the narrower condition.
alter table incident_deliveries drop constraint incident_deliveries_kind_check,
  add constraint incident_deliveries_kind_check
    check (kind in ('opened', 'reopened', 'raised', 'escalated', 'test')) not valid;
