import {
  connectorList,
  methodAccessSet,
  unmatchedGet,
  unmatchedList,
  unmatchedResolve,
  transactionGet,
  transactionResolve,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
let foreign: TestUser
let stationId: string
let number = 0

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('mine')
  foreign = await server.user('foreign', { accountId: await server.addAccount('other') })
  stationId = await addStation('CP-1')
})
afterAll(() => server.close())

async function addStation(identity: string): Promise<string> {
  const id = newId()
  await server.db.insertInto('stations').values({ id, account_id: mine.accountId, identity }).execute()
  return id
}

const hourAgo = new Date(Date.now() - 3_600_000)

async function addSession(changed: Record<string, unknown> = {}): Promise<{ id: string; number: number }> {
  const id = newId()
  number += 1
  await server.db
    .insertInto('transactions')
    .values({
      id,
      number,
      account_id: mine.accountId,
      station_id: stationId,
      evse_no: 1,
      id_tag: 'TAG',
      id_tag_folded: 'tag',
      decision: 'Accepted',
      start_key: String(number),
      started_at: hourAgo,
      meter_start_wh: 1000,
      ...changed,
    })
    .execute()
  return { id, number }
}

async function addUnmatched(kind: string, payload: object | string, candidate: number | null = null) {
  const id = newId()
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  await server.db
    .insertInto('unmatched_messages')
    .values({
      id,
      account_id: mine.accountId,
      station_id: stationId,
      kind,
      action: kind.startsWith('meter') ? 'MeterValues' : 'StopTransaction',
      reason: 'no such session',
      payload: text,
      payload_hash: id,
      candidate_number: candidate,
    })
    .execute()
  return id
}

const stop = (changed: Record<string, unknown> = {}) => ({
  transactionId: -1,
  idTag: 'TAG',
  timestamp: new Date().toISOString(),
  meterStop: 8200,
  ...changed,
})

describe('a transaction that needs review', () => {
  // Proves INV-4
  test('without a stop ends with its last meter value', async () => {
    const { id, number: transactionNumber } = await addSession({
      state: 'needs_review',
      meter_last_wh: 4321.4,
      readings_at: new Date(),
      flags: ['ended-without-stop'],
    })
    const settled = await server.request(transactionResolve, { id, note: 'meter read on site' }, mine)
    expect(settled).toMatchObject({
      statecode: 'finished',
      energy: 3321,
      meterstop: 4321,
      transactionid: transactionNumber,
    })
    expect(settled.flags).toContain('resolved')
    expect((await server.requestError(transactionResolve, { id }, mine)).status).toBe(400)
  })

  // Proves G36
  test('whose meter values are older than its start ends with it, not before', async () => {
    const { id } = await addSession({
      state: 'needs_review',
      meter_last_wh: 4321,
      readings_at: new Date(Date.now() - 86_400_000),
    })
    await server.request(transactionResolve, { id }, mine)
    const { started_at, stopped_at } = await server.db
      .selectFrom('transactions')
      .select(['started_at', 'stopped_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stopped_at).toEqual(started_at)
  })

  test('whose meter ran backwards counts nothing, never less', async () => {
    const { id } = await addSession({
      state: 'needs_review',
      stopped_at: new Date(),
      meter_stop_wh: 10,
      stop_payload: '{}',
    })
    expect((await server.request(transactionResolve, { id }, mine)).energy).toBe(0)
  })

  test('is not accessible to other accounts', async () => {
    const { id } = await addSession({ state: 'needs_review' })
    expect((await server.requestError(transactionResolve, { id }, foreign)).status).toBe(404)
  })
})

describe('a running transaction', () => {
  test('cannot be resolved while its station is connected', async () => {
    const { id, number: running } = await addSession({ meter_last_wh: 2000 })
    await server.db.updateTable('stations').set({ is_connected: true }).where('id', '=', stationId).execute()
    await server.db
      .insertInto('evses')
      .values({
        id: newId(),
        account_id: mine.accountId,
        station_id: stationId,
        evse_no: 1,
        transaction_number: running,
      })
      .execute()
    expect((await server.requestError(transactionResolve, { id }, mine)).code).toBe('transaction.running')
    await server.db.updateTable('stations').set({ is_connected: false }).where('id', '=', stationId).execute()
    expect(await server.request(transactionResolve, { id }, mine)).toMatchObject({
      energy: 1000,
      statecode: 'finished',
    })
    const [connector] = await server.request(connectorList, { filter: { stationid: stationId } }, mine)
    expect(connector!.transactionid).toBeNull()
  })
})

describe('an unmatched StopTransaction', () => {
  // Proves INV-4, G32
  test('is applied to the transaction that a user names', async () => {
    const session = await addSession()
    const id = await addUnmatched('stop-unknown', stop())
    const body = { id, action: 'apply', transactionid: session.number, note: 'same car' }
    const settled = await server.request(unmatchedResolve, body, mine)
    expect(settled).toMatchObject({
      resolvedby: 'mine',
      resolution: `applied to session ${session.number}: same car`,
    })
    expect(await server.request(transactionGet, { id: session.id }, mine)).toMatchObject({
      statecode: 'finished',
      energy: 7200,
      reason: 'Local',
    })
    expect((await server.requestError(unmatchedResolve, body, mine)).status).toBe(409)
  })

  test('is not applied by a user who may not resolve transactions', async () => {
    const admin = await server.signIn('admin')
    const limited = await server.user('limited')
    const rule = { class: 'transaction', method: 'resolve', user: limited.id, deny: { x: true } }
    await server.request(methodAccessSet, rule, admin)
    const session = await addSession()
    const id = await addUnmatched('stop-unknown', { meterStop: 2000 }, session.number)
    const refused = await server.requestError(unmatchedResolve, { id, action: 'apply' }, limited)
    expect(refused).toMatchObject({ status: 403, code: 'method.forbidden' })
    expect(await server.request(transactionGet, { id: session.id }, mine)).toMatchObject({
      statecode: 'running',
    })
  })

  test('is applied to its candidate when no transaction is named', async () => {
    const session = await addSession()
    const id = await addUnmatched('stop-foreign', stop({ reason: 'PowerLoss' }), session.number)
    await server.request(unmatchedResolve, { id, action: 'apply' }, mine)
    expect(await server.request(transactionGet, { id: session.id }, mine)).toMatchObject({
      reason: 'PowerLoss',
    })
  })

  test('never ends a transaction of another station, nor one that was stopped', async () => {
    const other = await addStation('CP-2')
    const elsewhere = await addSession({ station_id: other })
    const id = await addUnmatched('stop-unknown', stop())
    const apply = (transactionid?: number) =>
      server.requestError(unmatchedResolve, { id, action: 'apply', transactionid }, mine)
    expect((await apply(elsewhere.number)).status).toBe(404)
    expect((await apply()).field).toBe('transactionid')
    const stopped = await addSession({ state: 'finished', stop_payload: '{}', stopped_at: new Date() })
    expect((await apply(stopped.number)).status).toBe(409)
    const conflict = await addUnmatched('stop-conflict', stop(), stopped.number)
    await server.request(unmatchedResolve, { id: conflict, action: 'apply' }, mine)
    expect((await server.request(transactionGet, { id: stopped.id }, mine)).energy).toBe(7200)
  })

  // Proves INV-4
  test('that is implausible or unreadable is dismissed with a note', async () => {
    const session = await addSession()
    for (const payload of [
      stop({ meterStop: 5 }),
      stop({ meterStop: null }),
      'not json',
      '[]',
      stop({ meterStop: 9e9 }),
    ]) {
      const id = await addUnmatched('stop-unknown', payload, session.number)
      expect((await server.requestError(unmatchedResolve, { id, action: 'apply' }, mine)).status).toBe(400)
      const row = await server.request(unmatchedResolve, { id, action: 'dismiss', note: 'nonsense' }, mine)
      expect(row.resolution).toBe('dismissed: nonsense')
    }
    const meter = await addUnmatched('meter-unknown', {}, session.number)
    expect((await server.requestError(unmatchedResolve, { id: meter, action: 'apply' }, mine)).field).toBe(
      'action',
    )
    expect(
      (await server.requestError(unmatchedResolve, { id: meter, action: 'dismiss' }, foreign)).status,
    ).toBe(404)
    const open = await server.request(
      unmatchedList,
      { search: [{ field: 'resolved', compare: 'ISN' }] },
      mine,
    )
    expect(open.map((row) => row.id)).toContain(meter)
  })
})

const addResolved = () =>
  addSession({
    state: 'finished',
    stopped_at: new Date(),
    meter_stop_wh: 4_000,
    energy_wh: 3_000,
    flags: ['ended-without-stop', 'resolved'],
  })
const propose = async (number: number, payload: object) => {
  const id = await addUnmatched('stop-after-resolution', payload, number)
  await server.db
    .updateTable('unmatched_messages')
    .set({ proposed_energy_wh: 7_200 })
    .where('id', '=', id)
    .execute()
  return id
}

describe('a stop that came after a user had resolved its transaction', () => {
  test('shows the recorded and the proposed energy, and changes nothing when it is dismissed', async () => {
    const session = await addResolved()
    const id = await propose(session.number, stop())
    const row = await server.request(unmatchedGet, { id }, mine)
    expect(row).toMatchObject({ kind: 'stop-after-resolution', energy: 3_000, proposedenergy: 7_200 })
    await server.request(unmatchedResolve, { id, action: 'dismiss' }, mine)
    expect(await server.request(transactionGet, { id: session.id }, mine)).toMatchObject({ energy: 3_000 })
  })

  // Proves INV-3
  test('corrects the energy when a user applies it, and the audit trail contains both values', async () => {
    const session = await addResolved()
    const id = await propose(session.number, stop())
    await server.request(unmatchedResolve, { id, action: 'apply' }, mine)
    const corrected = await server.request(transactionGet, { id: session.id }, mine)
    expect(corrected).toMatchObject({ energy: 7_200, meterstop: 8_200, statecode: 'finished' })
    expect(corrected.flags).toEqual(expect.arrayContaining(['resolved', 'corrected']))
    const entry = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', session.id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'apply', before: { energy: 3_000 }, after: { energy: 7_200 } })
  })

  test('is applied to no other transaction', async () => {
    const session = await addResolved()
    const other = await addResolved()
    const id = await propose(session.number, stop())
    const no = await server.requestError(
      unmatchedResolve,
      { id, action: 'apply', transactionid: other.number },
      mine,
    )
    expect(no.field).toBe('transactionid')
  })
})

describe('the list of unmatched messages', () => {
  // Proves L14
  test('contains no payloads, a single message has one', async () => {
    const id = await addUnmatched('stop-unknown', stop({ meterStop: 4711 }))
    const [row] = await server.request(unmatchedList, { filter: { id } }, mine)
    expect(JSON.stringify(row)).not.toContain('4711')
    expect((await server.request(unmatchedGet, { id }, mine)).payload).toContain('4711')
    expect((await server.requestError(unmatchedGet, { id }, foreign)).status).toBe(404)
  })

  // Proves L15
  test('allows a new overflow row after the last one was dismissed', async () => {
    const id = await addUnmatched('overflow', {})
    await server.db
      .updateTable('unmatched_messages')
      .set({ payload_hash: 'open' })
      .where('id', '=', id)
      .execute()
    expect((await server.requestError(unmatchedResolve, { id, action: 'apply' }, mine)).field).toBe('action')
    await server.request(unmatchedResolve, { id, action: 'dismiss' }, mine)
    const next = await addUnmatched('overflow', {})
    await server.db
      .updateTable('unmatched_messages')
      .set({ payload_hash: 'open' })
      .where('id', '=', next)
      .execute()
  })
})
