-- Out of service: since when a station is, and the same for an EVSE alone. Older servers: none.
alter table stations add out_of_service_since timestamptz;
alter table evses add out_of_service_since timestamptz;
alter table evses add out_of_service_reason text;
alter table evses add expected_return_at timestamptz;
