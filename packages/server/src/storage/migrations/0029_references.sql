-- References: what things are called everywhere, the same for all accounts; and what is standard. Older servers: none.
create table reference_rows (
  id uuid primary key,
  kind text not null check (kind in ('vendor', 'model', 'agent', 'currency', 'version', 'charger', 'calendar', 'category',
    'measure', 'mode', 'network', 'region', 'service')),
  code text not null,
  name text not null,
  description text,
  -- created: told by a station of some account, and for administrators alone until they enable it
  state text not null default 'enabled' check (state in ('created', 'enabled', 'disabled')),
  -- of a model: its vendor
  parent_id uuid references reference_rows,
  -- what only this kind has
  fields jsonb not null default '{}',
  -- as stations tell it; the row stays theirs when a person renames it
  told text,
  version_no int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'model') = (parent_id is not null))
);
create unique index reference_rows_code on reference_rows (kind, parent_id, lower(code)) nulls not distinct;
create index reference_rows_parent on reference_rows (parent_id);

-- The code that a name told by a station becomes; null when nothing of it can be one.
create function reference_code(told text) returns text language sql immutable parallel safe
return nullif(left(btrim(regexp_replace(lower(told), '[^[:alnum:]]+', '-', 'g'), '-'), 60), '');

insert into reference_rows (id, kind, code, name, fields)
select gen_random_uuid(), 'currency', code, name,
  jsonb_build_object('numeric', digits, 'minorunits', minor, 'symbol', symbol)
from (values
  ('EUR', 'Euro', '978', 2, '€'), ('GBP', 'Pound sterling', '826', 2, '£'), ('CHF', 'Swiss franc', '756', 2, 'CHF'),
  ('NOK', 'Norwegian krone', '578', 2, 'kr'), ('SEK', 'Swedish krona', '752', 2, 'kr'),
  ('DKK', 'Danish krone', '208', 2, 'kr'), ('ISK', 'Icelandic króna', '352', 0, 'kr'),
  ('PLN', 'Polish złoty', '985', 2, 'zł'), ('CZK', 'Czech koruna', '203', 2, 'Kč'),
  ('HUF', 'Hungarian forint', '348', 2, 'Ft'), ('RON', 'Romanian leu', '946', 2, 'lei'),
  ('RSD', 'Serbian dinar', '941', 2, 'din.'), ('ALL', 'Albanian lek', '008', 2, 'L'),
  ('BAM', 'Convertible mark', '977', 2, 'KM'), ('MKD', 'Macedonian denar', '807', 2, 'ден'),
  ('MDL', 'Moldovan leu', '498', 2, 'L'), ('UAH', 'Ukrainian hryvnia', '980', 2, '₴'),
  ('BYN', 'Belarusian rouble', '933', 2, 'Br'), ('RUB', 'Russian rouble', '643', 2, '₽'),
  ('TRY', 'Turkish lira', '949', 2, '₺'), ('GEL', 'Georgian lari', '981', 2, '₾'),
  ('AMD', 'Armenian dram', '051', 2, '֏'), ('AZN', 'Azerbaijani manat', '944', 2, '₼'),
  ('GIP', 'Gibraltar pound', '292', 2, '£'), ('KZT', 'Kazakhstani tenge', '398', 2, '₸'),
  ('USD', 'US dollar', '840', 2, '$'), ('CAD', 'Canadian dollar', '124', 2, '$'), ('JPY', 'Yen', '392', 0, '¥'),
  ('CNY', 'Yuan renminbi', '156', 2, '¥'), ('ILS', 'New Israeli sheqel', '376', 2, '₪'),
  ('AED', 'UAE dirham', '784', 2, 'AED')
) as c (code, name, digits, minor, symbol);

-- Versions that this house does not speak yet are not offered.
insert into reference_rows (id, kind, code, name, state, fields)
select gen_random_uuid(), 'version', code, name, state, jsonb_build_object('subprotocol', code)
from (values ('ocpp1.6', 'OCPP 1.6', 'enabled'), ('ocpp2.0.1', 'OCPP 2.0.1', 'disabled'), ('ocpp2.1', 'OCPP 2.1', 'disabled'))
  as v (code, name, state);

insert into reference_rows (id, kind, code, name, fields)
select gen_random_uuid(), 'charger', code, name, jsonb_build_object('current', current, 'standard', standard)
from (values
  ('type2', 'Type 2', 'ac', 'IEC 62196-2, type 2'), ('ccs2', 'CCS 2', 'dc', 'IEC 62196-3, configuration FF'),
  ('ccs1', 'CCS 1', 'dc', 'IEC 62196-3, configuration EE'), ('chademo', 'CHAdeMO', 'dc', 'IEC 62196-3, configuration AA'),
  ('type1', 'Type 1', 'ac', 'IEC 62196-2, type 1; SAE J1772'), ('type3c', 'Type 3C', 'ac', 'IEC 62196-2, type 3'),
  ('nacs', 'NACS', 'both', 'SAE J3400'), ('gbt-ac', 'GB/T AC', 'ac', 'GB/T 20234.2'),
  ('gbt-dc', 'GB/T DC', 'dc', 'GB/T 20234.3'), ('mcs', 'MCS', 'dc', 'SAE J3271'), ('schuko', 'Schuko', 'ac', 'CEE 7/3'),
  ('cee-blue', 'CEE blue', 'ac', 'IEC 60309-2, 230 V'), ('cee-red', 'CEE red', 'ac', 'IEC 60309-2, 400 V')
) as c (code, name, current, standard);

-- Powers as the regulation (EU) 2023/1804 bounds them, told in four words.
insert into reference_rows (id, kind, code, name, fields)
select gen_random_uuid(), 'mode', code, name, jsonb_build_object('minpower', least_w, 'maxpower', most_w)
from (values ('slow', 'Slow', 0, 7400), ('standard', 'Standard', 7400, 22000), ('fast', 'Fast', 22000, 150000),
  ('ultra', 'Ultra', 150000, null)) as m (code, name, least_w, most_w);

-- OCPP 1.6, 7.31
insert into reference_rows (id, kind, code, name, fields)
select gen_random_uuid(), 'measure', code, replace(code, '.', ' '), jsonb_build_object('unit', unit)
from (values
  ('Energy.Active.Import.Register', 'Wh'), ('Energy.Active.Export.Register', 'Wh'),
  ('Energy.Reactive.Import.Register', 'varh'), ('Energy.Reactive.Export.Register', 'varh'),
  ('Energy.Active.Import.Interval', 'Wh'), ('Energy.Active.Export.Interval', 'Wh'),
  ('Energy.Reactive.Import.Interval', 'varh'), ('Energy.Reactive.Export.Interval', 'varh'),
  ('Power.Active.Import', 'W'), ('Power.Active.Export', 'W'), ('Power.Reactive.Import', 'var'),
  ('Power.Reactive.Export', 'var'), ('Power.Offered', 'W'), ('Power.Factor', null), ('Current.Import', 'A'),
  ('Current.Export', 'A'), ('Current.Offered', 'A'), ('Voltage', 'V'), ('Frequency', 'Hz'), ('Temperature', 'Celsius'),
  ('SoC', 'Percent'), ('RPM', '1/min')
) as m (code, unit);

insert into reference_rows (id, kind, code, name, fields)
select gen_random_uuid(), 'service', code, name, jsonb_build_object('unit', unit)
from (values ('energy', 'Energy', 'kWh'), ('time', 'Charging time', 'min'), ('idle', 'Idle time', 'min'),
  ('reservation', 'Reservation', 'min'), ('session', 'Session', null)) as s (code, name, unit);

insert into reference_rows (id, kind, code, name, fields)
values (gen_random_uuid(), 'calendar', 'utc', 'Universal time', '{"timezone": "UTC"}');
