import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectorList,
  meterValueList,
  reservationList,
  signedValueList,
  transactionGet,
  transactionList,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashStationKey, makeStationKey } from '../src/modules/stations/index.ts'
import { newId } from '../src/shared/ids.ts'
import { migrate } from '../src/storage/migrate.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { RawStation } from './raw-station.ts'
import { TestServer } from './test-server.ts'

/** First migration of the session model. */
const first = '0063'
const hour = 3_600_000
const begin = Date.now() - hour
const at = (minutes: number) => new Date(begin + minutes * 60_000).toISOString()
const id = Object.fromEntries(
  [
    'account',
    'station',
    'one',
    'two',
    'zero',
    'card',
    'running',
    'finished',
    'nowhere',
    'profile',
    'group',
  ].map((name) => [name, newId()]),
)
const key = makeStationKey()

const rows = `
  insert into accounts (id, code, name) values ('${id['account']}', 'acc', 'Account');
  insert into stations (id, account_id, identity, state, boot_status) values ('${id['station']}', '${id['account']}', 'CP-1', 'available', 'Accepted');
  insert into connectors (id, account_id, station_id, connector_no, state, charger, transaction_number, max_power_w) values
    ('${id['zero']}', '${id['account']}', '${id['station']}', 0, 'available', null, null, null),
    ('${id['one']}', '${id['account']}', '${id['station']}', 1, 'charging', 'CCS2', 1001, 50000),
    ('${id['two']}', '${id['account']}', '${id['station']}', 2, 'service', null, null, null);
  insert into cards (id, account_id, code, code_folded) values ('${id['card']}', '${id['account']}', 'TAG', 'tag');
  insert into transactions (id, number, account_id, station_id, connector_no, id_tag, id_tag_folded, card_id, decision,
      start_key, started_at, meter_start_wh, meter_last_wh, readings_at, state, stopped_at, meter_stop_wh, energy_wh, stop_payload)
    values
    ('${id['running']}', 1001, '${id['account']}', '${id['station']}', 1, 'TAG', 'tag', '${id['card']}', 'Accepted',
      'a', '${at(0)}', 1000, 1400, '${at(6)}', 'running', null, null, 0, null),
    ('${id['finished']}', 1002, '${id['account']}', '${id['station']}', 2, 'TAG', 'tag', '${id['card']}', 'Accepted',
      'b', '${at(-60)}', 0, 5000, '${at(-10)}', 'finished', '${at(-10)}', 5000, 5000, '{}'),
    ('${id['nowhere']}', 1003, '${id['account']}', '${id['station']}', 0, 'X', 'x', null, 'Invalid',
      'c', '${at(-60)}', 0, null, null, 'finished', '${at(-50)}', 0, 0, '{}');
  insert into sample_kinds (measurand, location, unit, context, format, key) values
    ('Energy.Active.Import.Register', 'Outlet', 'Wh', 'Sample.Periodic', 'Raw', 'k1'),
    ('Energy.Active.Import.Register', 'Outlet', 'kWh', 'Transaction.Begin', 'SignedData', 'k2');
  insert into meter_values (station_id, connector_no, sampled_at, kind_id, value, transaction_number, raw)
    select '${id['station']}', 1, v.at::timestamptz, k.id, v.value, 1001, v.raw
    from (values ('k1', '${at(1)}', 1000, null), ('k1', '${at(3)}', 1200, null), ('k1', '${at(6)}', 1400, null),
      ('k2', '${at(0)}', 'NaN'::float8, 'OCMF|a|b kWh')) v (key, at, value, raw) join sample_kinds k on k.key = v.key;
  insert into reservations (id, number, account_id, station_id, connector_no, id_tag, id_tag_folded, state, expires_at) values
    (gen_random_uuid(), 7, '${id['account']}', '${id['station']}', 0, 'TAG', 'tag', 'active', now() + interval '1 hour'),
    (gen_random_uuid(), 8, '${id['account']}', '${id['station']}', 2, 'TAG', 'tag', 'active', now() + interval '1 hour');
  insert into charging_profile_installs (station_id, connector_no, profile_number, purpose, stack_level, profile)
    values ('${id['station']}', 1, 5, 'TxDefaultProfile', 0, '{}');
  insert into unmatched_messages (id, account_id, station_id, kind, action, reason, payload, payload_hash, connector_no)
    values (gen_random_uuid(), '${id['account']}', '${id['station']}', 'meter-unknown', 'MeterValues', '', '{}', 'h', 1);
  insert into groups (id, code, name) values ('${id['group']}', 'group', 'Group');
  insert into method_rights (class_code, method_code, group_id, allowed, denied) values
    ('connector', 'cancel', '${id['group']}', '', 'e'), ('reservation', 'cancel', '${id['group']}', 've', '');
  insert into class_events (class_code, action_code, kind, label, script) values ('connector', 'cancel', 'script', 'Old', 'log(1)');`

let database: FreshDatabase
let server: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'stationmaster-earlier-'))
  await cp(join(import.meta.dirname, '../src/storage/migrations'), folder, { recursive: true })
  for (const file of await readdir(folder)) if (file >= first) await rm(join(folder, file))
  await migrate(database.db, folder)
  await rm(folder, { recursive: true })
  await database.pool.query(rows)
  await database.pool.query('insert into station_keys (id, station_id, hash) values ($1, $2, $3)', [
    newId(),
    id['station'],
    hashStationKey(id['station']!, key),
  ])
  // as at the start of the new version
  await migrate(database.db)
  server = await TestServer.open({}, { database })
})
afterAll(() => server.close())

// Proves F11
test('a database of an earlier version shows its sessions, and a running one continues', async () => {
  const olga = await server.user('olga', { accountId: id['account']! })
  const sessions = await server.request(transactionList, { orderby: ['transactionid'] }, olga)
  expect(sessions).toMatchObject([
    {
      transactionid: 1001,
      connectorid: 1,
      statecode: 'running',
      energy: 400,
      protocol: 'ocpp1.6',
      stationref: '1001',
      dateauthorised: at(0),
      dateenergystart: at(3),
      revision: 0,
    },
    { transactionid: 1002, connectorid: 2, statecode: 'finished', energy: 5_000, dateenergystart: null },
    { transactionid: 1003, connectorid: 0, statecode: 'finished', dateauthorised: null },
  ])
  expect(await server.request(connectorList, { orderby: ['connectorid'] }, olga)).toMatchObject([
    { connectorid: 1, statecode: 'charging', chargername: 'CCS2', transactionid: 1001 },
    { connectorid: 2, statecode: 'service', chargername: null },
  ])
  expect(
    (await server.request(reservationList, { orderby: ['reservationid'] }, olga)).map(
      (row) => row.connectorid,
    ),
  ).toEqual([0, 2])
  const filter = { transactionid: 1001 }
  expect(await server.request(meterValueList, { filter }, olga)).toHaveLength(3)
  expect(await server.request(signedValueList, { filter }, olga)).toMatchObject([
    { value: 'OCMF|a|b', context: 'Transaction.Begin', connectorid: 1 },
  ])

  const socket = await RawStation.connect({
    url: server.url.replace('http', 'ws'),
    identity: 'CP-1',
    key,
    account: 'acc',
  })
  const report = (status: string, minutes: number) =>
    socket.call('StatusNotification', {
      connectorId: 1,
      errorCode: 'NoError',
      status,
      timestamp: at(minutes),
    })
  const sampledValue = [{ value: '1600', unit: 'Wh' }]
  await socket.call('MeterValues', {
    connectorId: 1,
    transactionId: 1001,
    meterValue: [{ timestamp: at(30), sampledValue }],
  })
  const now = (Date.now() - begin) / 60_000
  await report('SuspendedEV', now)
  const stop = { transactionId: 1001, idTag: 'TAG', meterStop: 1_700, timestamp: at(now + 1) }
  expect(await socket.call('StopTransaction', stop)).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await server.request(transactionGet, { transactionid: 1001 }, olga)).toMatchObject({
    statecode: 'finished',
    energy: 700,
    dateenergystart: at(3),
    chargingstate: 'suspendedev',
    states: [{ state: 'suspendedev' }],
    continues: null,
    continuedby: null,
  })
  await socket.close()
})

// Proves F11
test('rules and scripts of the removed method “cancel” of connectors move to that of reservations', async () => {
  const { db } = database
  const rights = db.selectFrom('method_rights').select(['class_code', 'allowed', 'denied'])
  expect(await rights.where('group_id', '=', id['group']!).execute()).toEqual([
    { class_code: 'reservation', allowed: 've', denied: 'e' },
  ])
  const scripts = db.selectFrom('class_events').select(['class_code', 'label', 'is_enabled'])
  expect(await scripts.where('action_code', '=', 'cancel').where('kind', '=', 'script').execute()).toEqual([
    { class_code: 'reservation', label: 'Old', is_enabled: false },
  ])
})
