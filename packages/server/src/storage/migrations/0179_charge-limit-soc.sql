-- Drivers may limit a session by the state of charge of the battery. Older servers: do not stop such a session.
-- Validated by a statement of its own, which does not lock out those that write.
alter table driver_charges drop constraint driver_charges_limit_kind_check,
  add constraint driver_charges_limit_kind_check
    check (limit_kind in ('energy', 'cost', 'time', 'soc')) not valid;
alter table driver_charges validate constraint driver_charges_limit_kind_check;
