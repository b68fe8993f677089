-- Notifications of incidents whose severity rose. Older servers: none.
-- Validated by a statement of its own, which does not lock out those that write.
alter table incident_deliveries drop constraint incident_deliveries_kind_check,
  add constraint incident_deliveries_kind_check
    check (kind in ('opened', 'reopened', 'raised', 'escalated', 'test')) not valid;
alter table incident_deliveries validate constraint incident_deliveries_kind_check;
