-- Signed meter values are stored as the station wrote them: their signature covers the text.
create table signed_values (
  station_id uuid not null references stations on delete cascade,
  evse_no int not null,
  sampled_at timestamptz not null,
  kind_id int not null,
  value text not null,
  transaction_number int,
  received_at timestamptz not null
);
create unique index signed_values_content on signed_values (station_id, evse_no, sampled_at, kind_id,
  hashtextextended(value, 0));
create index signed_values_transaction on signed_values (station_id, coalesce(transaction_number, 0));

alter table signed_values enable row level security;
create policy own_account on signed_values using (exists (
  select from stations s where s.id = signed_values.station_id and s.account_id = wall_account()));

-- The unit had been added to texts in kilo units.
insert into signed_values (station_id, evse_no, sampled_at, kind_id, value, transaction_number, received_at)
select v.station_id, v.evse_no, v.sampled_at, v.kind_id,
  case when lower(k.unit) in ('kwh', 'kw', 'kvarh', 'kvar', 'kva') then regexp_replace(v.raw, ' \S+$', '') else v.raw end,
  v.transaction_number, v.sampled_at
from meter_values v join sample_kinds k on k.id = v.kind_id
join stations s on s.id = v.station_id
where k.format = 'SignedData' and v.raw is not null
on conflict do nothing;
delete from meter_values v using sample_kinds k where k.id = v.kind_id and k.format = 'SignedData' and v.raw is not null;

-- Public keys that stations report for the meter of an EVSE, or of the station (0); former ones remain.
create table meter_keys (
  station_id uuid not null references stations on delete cascade,
  evse_no int not null,
  public_key text not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create unique index meter_keys_content on meter_keys (station_id, evse_no, hashtextextended(public_key, 0));

alter table meter_keys enable row level security;
create policy own_account on meter_keys using (exists (
  select from stations s where s.id = meter_keys.station_id and s.account_id = wall_account()));
