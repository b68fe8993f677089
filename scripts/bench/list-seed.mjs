// Rows as years of service would leave them, made by the database itself: nobody waits for ten million calls.

const stations = 1000
const days = 90
const cards = 20_000

/** Rows of the OCPP log; the other tables are in proportion. */
export const defaultRows = 1_000_000

const steps = ({ rows, sessions }) => [
  [
    'stations, connectors and cards',
    `insert into stations (id, account_id, identity, label, address, model, vendor, lat, lng, is_connected, display_state)
       select gen_random_uuid(), a.id, 'LIST-' || lpad(n::text, 5, '0'), 'Station ' || n, n || ' Long Street', 'Model ' || n % 7,
         'Vendor ' || n % 3, 48 + (n % 100) * 0.05, 8 + (n / 100) * 0.1, n % 4 > 0,
         (array['available', 'charging', 'faulted', 'unavailable'])[1 + n % 4]
       from first_account a, generate_series(1, ${stations}) n;
     insert into connectors (id, account_id, station_id, connector_no, state)
       select gen_random_uuid(), account_id, id, no, 'available' from stations, generate_series(0, 2) no;
     insert into cards (id, account_id, code, code_folded, name)
       select gen_random_uuid(), a.id, 'LISTCARD' || n, 'listcard' || n, 'Card ' || n
       from first_account a, generate_series(1, ${cards}) n;
     create table numbered_stations as select id, account_id, row_number() over (order by identity) - 1 as n from stations;
     create unique index on numbered_stations (n);
     create table numbered_cards as select id, code, row_number() over (order by code) - 1 as n from cards;
     create unique index on numbered_cards (n)`,
  ],
  [
    `${sessions} transactions`,
    `insert into transactions (id, number, account_id, station_id, connector_no, id_tag, id_tag_folded, card_id, decision,
         start_key, started_at, meter_start_wh, stopped_at, meter_stop_wh, energy_wh, stop_reason, stop_payload, state)
       select gen_random_uuid(), 100000 + g.n, s.account_id, s.id, 1 + g.n % 2, k.code, lower(k.code), k.id, 'Accepted', 'seed ' || g.n,
         at, 0, case when is_running then null else at + interval '1 hour' end, 22000, 22000, 'Local',
         case when is_running then null else '{}' end, case when is_running then 'running' when g.n % 500 = 0 then 'held' else 'finished' end
       from (select n, n > ${sessions} - ${stations} as is_running,
           now() - (${sessions} - n) * (interval '2 years' / ${sessions}) as at from generate_series(1, ${sessions}) n) g
       join numbered_stations s on s.n = g.n % ${stations} join numbered_cards k on k.n = g.n % ${cards}`,
  ],
  [
    `${rows} entries of the OCPP log`,
    `select make_partition('ocpp_log', 'ocpp_log_' || to_char(day, 'YYYYMMDD'), day::timestamp at time zone 'UTC',
         (day + 1)::timestamp at time zone 'UTC') from (select current_date - n as day from generate_series(2, ${days}) n) d;
     insert into ocpp_log (at, account_id, station_id, is_outgoing, action, message_id, request, response, error_code)
       select now() - (${rows} - g.at) * (interval '${days} days' / ${rows}), s.account_id, s.id, g.at % 20 = 0,
         (array['Heartbeat', 'StatusNotification', 'MeterValues', 'MeterValues', 'MeterValues', 'MeterValues',
           'StartTransaction', 'StopTransaction', 'Heartbeat', 'Authorize'])[1 + (g.at / ${stations}) % 10],
         'message-' || g.at, '{"connectorId":1,"errorCode":"NoError","status":"Available","number":' || g.at || ',"padding":"'
           || repeat('x', 200) || '"}', '{}', case when g.at % 997 = 0 then 'GenericError' end
       from generate_series(1, ${rows}) g (at) join numbered_stations s on s.n = g.at % ${stations}`,
  ],
  [
    `${rows / 2} meter values`,
    `insert into sample_kinds (measurand, unit, context, format, location, key)
       select 'Power.Active.Import', 'W', 'Sample.Periodic', 'Raw', 'Outlet', 'seed ' || n from generate_series(1, 4) n;
     insert into meter_values (station_id, connector_no, sampled_at, kind_id, value, transaction_number)
       select s.id, 1, now() - (${rows / 2} - g.at) * (interval '28 days' / ${rows / 2}), k.id, g.at % 20000, 100000 + ${sessions} - (g.at % ${stations})
       from generate_series(1, ${rows / 2}) g (at) join numbered_stations s on s.n = g.at % ${stations}
       join (select id, row_number() over () - 1 as place from sample_kinds) k on k.place = (g.at / ${stations}) % 4`,
  ],
  [
    'commands, reservations, unmatched messages',
    `insert into commands (id, run_id, account_id, station_id, action, request, state, created_at, expires_at)
       select gen_random_uuid(), gen_random_uuid(), s.account_id, s.id, 'GetConfiguration', '{}', 'accepted',
         now() - g.at * interval '1 minute', now()
       from generate_series(1, ${rows / 10}) g (at) join numbered_stations s on s.n = g.at % ${stations};
     insert into reservations (id, number, account_id, station_id, connector_no, id_tag, id_tag_folded, state, expires_at, created_at)
       select gen_random_uuid(), g.at, s.account_id, s.id, 1, 'LISTCARD1', 'listcard1', 'expired', now(), now() - g.at * interval '1 minute'
       from generate_series(1, ${rows / 50}) g (at) join numbered_stations s on s.n = g.at % ${stations};
     insert into quarantine (id, account_id, station_id, kind, action, reason, payload, payload_hash, received_at, settled_at)
       select gen_random_uuid(), s.account_id, s.id, 'stop-unknown', 'StopTransaction', 'seed', '{}', 'seed ' || g.at,
         now() - g.at * interval '1 minute', case when g.at % 100 > 0 then now() end
       from generate_series(1, ${rows / 50}) g (at) join numbered_stations s on s.n = g.at % ${stations};
     insert into unknown_tags (account_id, code_folded, code, station_id)
       select s.account_id, 'stray' || g.at, 'STRAY' || g.at, s.id
       from generate_series(1, 1000) g (at) join numbered_stations s on s.n = g.at % ${stations}`,
  ],
  ['statistics', 'drop table numbered_stations, numbered_cards; drop view first_account', 'vacuum analyze'],
]

/** Fills the tables; an operator is added who signs in like the administrator. */
export async function seedLists(client, rows, say) {
  await client.query(`create view first_account as select id from accounts order by created_at limit 1;
    insert into users (id, account_id, username, password_hash)
      select gen_random_uuid(), account_id, 'operator', password_hash from users where username = 'admin'`)
  for (const [what, ...texts] of steps({ rows, sessions: rows / 5 })) {
    const since = performance.now()
    for (const text of texts) await client.query(text)
    say(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
  }
}

/** Examples that the questions ask for. */
export async function examplesOf(client) {
  const one = async (text) => Object.values((await client.query(text)).rows[0])[0]
  return {
    station: await one(`select id from stations where identity = 'LIST-00500'`),
    session: await one('select max(number) - 10 from transactions'),
    sessionId: await one('select id from transactions order by started_at desc offset 5000 limit 1'),
    logId: await one('select (max(id) / 2)::text from ocpp_log'),
    card: 'LISTCARD777',
  }
}
