// Measures lists and histograms of the activity at the length of its retention.
import { setTimeout as pause } from 'node:timers/promises'
import { clientShare } from './list-seed.mjs'
import { measureQuestions } from './lists.mjs'

const cards = 20_000
const stationsOfSite = 20
/** Age of the oldest event in days; the events are evenly spaced. */
const days = 390

/** One event in seven is of another kind than these. */
const often = ['connected', 'disconnected']
const oftenest = ['state_changed', 'session_started', 'session_ended']
const kinds = [
  ...Array.from({ length: 8 }, () => often).flat(),
  ...Array.from({ length: 14 }, () => oftenest).flat(),
  'booted',
  'fault_raised',
  'fault_cleared',
  'authorization_refused',
  'message_unmatched',
  'session_review',
  'command_ended',
  'transfer_changed',
  'configuration_changed',
  'object_changed',
]

const steps = (rows, stations) => [
  [
    'stations and cards',
    `insert into clients (id, account_id, code, name, currency_code)
       select gen_random_uuid(), id, 'C1', 'Client', 'EUR' from first_account;
     update users set client_id = (select id from clients) where username = 'client';
     insert into sites (id, account_id, code, label, client_id) select gen_random_uuid(), a.id, n, 'Site ' || n,
         (select id from clients where n % ${clientShare} = 0)
       from first_account a, generate_series(1, ${stations / stationsOfSite}) n;
     create table numbered_sites as select id, code::int - 1 as n from sites;
     insert into stations (id, account_id, identity, site_id, client_id)
       select gen_random_uuid(), a.id, 'ACT-' || lpad(g.n::text, 5, '0'), i.id,
         (select id from clients where i.n % ${clientShare} = ${clientShare} - 1)
       from first_account a, generate_series(0, ${stations - 1}) g (n)
       join numbered_sites i on i.n = g.n % ${stations / stationsOfSite};
     create table numbered_stations as select id, account_id, row_number() over (order by identity) - 1 as n from stations;
     insert into cards (id, account_id, code, code_folded, name)
       select gen_random_uuid(), a.id, 'ACTCARD' || n, 'actcard' || n, 'Person ' || n
       from first_account a, generate_series(1, ${cards}) n;
     create table numbered_cards as select id, code, row_number() over (order by code) - 1 as n from cards`,
  ],
  [
    `${rows} events`,
    `select make_activity_partition(month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC')
       from (select date_trunc('month', now()::timestamp) - n * interval '1 month' as month from generate_series(2, 14) n) m;
     drop index activity_kind, activity_station, activity_card, activity_tag, activity_transaction`,
    `insert into activity (id, at, account_id, kind, station_id, evse_no, card_id, id_tag, transaction_number, message_id, details)
       select (floor(extract(epoch from e.at) * 1000)::bigint << 20) | (e.n & 1048575), e.at, s.account_id, e.kind, s.id, 1 + e.n % 2,
         case when e.has_card then k.id end, case when e.has_card then k.code end,
         case when e.kind like 'session%' then 100000 + e.n / 2 end, 'm' || e.n,
         '{"from":"available","to":"preparing"}'
       from (select n, now() - (${rows} - n) * (interval '${days} days' / ${rows}) as at, kind,
           kind like 'session%' or kind like 'auth%' as has_card
         from (select n, (array[${kinds.map((kind) => `'${kind}'`).join()}])[1 + n % ${kinds.length}] as kind
           from generate_series(1, ${rows}) n) g) e
       join numbered_stations s on s.n = (e.n * 7919::bigint) % ${stations}
       join numbered_cards k on k.n = (e.n * 104729::bigint) % ${cards}`,
    // the indexes of the migration; built after the rows, which takes less time than adding to them
    `set maintenance_work_mem = '256MB';
     create index activity_kind on activity (account_id, kind, id);
     create index activity_station on activity (station_id, kind, id) where station_id is not null;
     create index activity_card on activity (card_id, id) where card_id is not null;
     create index activity_tag on activity (account_id, tag_folded, id) where tag_folded is not null and card_id is null;
     create index activity_transaction on activity (transaction_number, id) where transaction_number is not null`,
  ],
  [
    'statistics',
    'drop table numbered_stations, numbered_cards, numbered_sites; drop view first_account',
    'vacuum analyze',
  ],
]

async function seed(client, { listRows: rows, stations, print }) {
  await client.query(`create view first_account as select id from accounts order by created_at limit 1;
    insert into users (id, account_id, username, password_hash)
      select gen_random_uuid(), account_id, name, password_hash from users cross join unnest(array['operator', 'client']) name where username = 'admin'`)
  for (const [what, ...texts] of steps(rows, stations)) {
    const since = performance.now()
    for (const text of texts) await client.query(text)
    print(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
  }
  await count(client, print)
}

/** Waits until the job of the server has counted the events, which are older than those that it expects. */
async function count(client, print) {
  const since = performance.now()
  await client.query(`delete from activity_counts; delete from activity_counted;
    select graphile_worker.add_job('activity.count')`)
  for (let isDone = false; !isDone; await pause(200))
    isDone =
      (
        await client.query(`select from activity_counted where until >= extract(epoch from now()) / 1800 - 3
        and not exists (select from graphile_worker.jobs where task_identifier = 'activity.count')`)
      ).rowCount > 0
  await client.query('vacuum analyze activity_counts')
  print(`counts: ${((performance.now() - since) / 1000).toFixed(1)} s`)
}

async function examplesOf(client) {
  const one = async (text) => Object.values((await client.query(text)).rows[0])[0]
  return {
    // both of the client
    station: await one(`select id from stations where client_id is not null order by identity limit 1`),
    site: await one(`select id from sites where label = 'Site ${clientShare}'`),
    card: await one(`select id from cards where code = 'ACTCARD777'`),
    session: await one(
      'select transaction_number from activity where transaction_number is not null order by id desc limit 1',
    ),
    // of the client, too
    middle: await one(
      `select id::text from activity where at >= now() - interval '${days / 2} days'
         and station_id in (select id from stations where client_id is not null) order by id limit 1`,
    ),
  }
}

const since = (count) => new Date(Date.now() - count * 86_400_000).toISOString()

const list = (body) => ['/activity/list', { reclimit: 100, ...body }]
const histogram = (count, body = {}) => [
  '/activity/histogram',
  { from: since(count), to: new Date().toISOString(), buckets: 84, ...body },
]

/** Queries of the screen: the list of a period, filtered lists, and its histogram. */
function questions({ station, site, card, session, middle }) {
  return [
    ['list', ...list({})],
    ['list, an older page', ...list({ after: middle })],
    ['list of a day', ...list({ from: since(1) })],
    ['list of commands', ...list({ categories: ['command'] })],
    ['list of problems and refusals', ...list({ categories: ['problem', 'refused'] })],
    ['list of a station', ...list({ stationid: station })],
    ['list of a station, problems', ...list({ stationid: station, categories: ['problem'] })],
    ['list of a site', ...list({ siteid: site })],
    ['list of a card', ...list({ cardid: card })],
    ['list of a session', ...list({ transactionid: session })],
    ['list by text', ...list({ text: 'ACT-004' })],
    ['list by a text that is nowhere', ...list({ text: 'nowhere' })],
    ['event', '/activity/get', { id: middle }],
    ['histogram of a day', ...histogram(1)],
    ['histogram of a week', ...histogram(7)],
    ['histogram of a month', ...histogram(30)],
    ['histogram of a month, problems', ...histogram(30, { categories: ['problem'] })],
    ['histogram of a month, a station', ...histogram(30, { stationid: station })],
    ['histogram of a month, a site', ...histogram(30, { siteid: site })],
  ]
}

export const measureActivity = (bench) =>
  measureQuestions(bench, { seed, examplesOf, questions, callers: ['admin', 'operator', 'client'] })
