import {
  classAccessSet,
  commandSend,
  connectorList,
  connectorReserve,
  connectorReserveCancel,
  connectorStart,
  connectorStop,
  groupMemberAdd,
  groupSet,
  methodAccessSet,
  methodRun,
  stationSet,
  workflowEventDelete,
  workflowEventSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

const identity = 'RIGHTS-1'
let server: TestServer
let admin: TestUser
let person: TestUser
let group: string
let socket: RawStation
let connector: string
let transactionId: number
let calls: string[]
let lastPayload: unknown

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  person = await server.user('rita')
  group = (await server.request(groupSet, { id: null, code: 'limited' }, admin)).id
  await server.request(groupMemberAdd, { id: group, member: person.id }, admin)
  const { station, key } = await server.request(stationSet, { id: null, identity }, person)
  socket = await RawStation.connect({ url: server.url.replace('http', 'ws'), identity, key: key! })
  socket.onCall = (action, payload) => {
    calls.push(action)
    lastPayload = payload
    return { status: 'Accepted' }
  }
  await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await report(1, 'Available')
  await report(2, 'Charging')
  const start = { connectorId: 2, idTag: 'TAG', meterStart: 1, timestamp: new Date().toISOString() }
  ;({ transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', start))
  const rows = await server.request(connectorList, { filter: { stationid: station.id } }, person)
  connector = rows.find(({ connectorid }) => connectorid === 1)!.id
})
afterAll(async () => {
  await socket?.close()
  await server.close()
})
beforeEach(() => forget())

/** Forgets the requests that were served, also those before a rule took effect: that takes a moment. */
async function forget(): Promise<void> {
  calls = []
  await server.db.deleteFrom('reservations').execute()
}

const report = (connectorId: number, status: string) =>
  socket.call('StatusNotification', { connectorId, errorCode: 'NoError', status })
const rule = (method: string, deny: { x?: boolean }, of = 'connector') =>
  server.request(methodAccessSet, { class: of, method, group, deny }, admin)
const expiryDate = '2999-01-01T00:00:00Z'
const charging = async () => {
  const rows = await server.request(connectorList, { filter: { connectorid: 2 } }, person)
  return rows[0]!.id
}

type Send = () => Promise<{ status: number; body: unknown }>
const tool =
  (action: string, payload: object): Send =>
  () =>
    server.post(`/api/v1/ChargePoint/${identity}/${action}`, payload, person.token)
const command =
  (action: string, payload: object): Send =>
  () =>
    server.call(commandSend, { identities: [identity], action, payload, waitms: 5_000 } as never, person)
const ofConnector =
  (row: typeof connectorStart | typeof connectorStop | typeof connectorReserve, more: object): Send =>
  async () =>
    server.call(row, { id: row === connectorStop ? await charging() : connector, ...more } as never, person)
const method =
  (code: string, params: object): Send =>
  async () =>
    server.call(
      methodRun,
      { id: code === 'stop' ? await charging() : connector, code, params } as never,
      person,
    )

const waysTo: Record<string, { code: string; ways: Record<string, Send> }> = {
  RemoteStartTransaction: {
    code: 'start',
    ways: {
      button: ofConnector(connectorStart, { card: 'TAG' }),
      method: method('start', { card: 'TAG' }),
      command: command('RemoteStartTransaction', { connectorId: 1, idTag: 'TAG' }),
      'command without a connector': command('RemoteStartTransaction', { idTag: 'TAG' }),
      tool: tool('RemoteStartTransaction', { connectorId: 1, idTag: 'TAG' }),
    },
  },
  RemoteStopTransaction: {
    code: 'stop',
    ways: {
      button: ofConnector(connectorStop, {}),
      method: method('stop', {}),
      command: () => command('RemoteStopTransaction', { transactionId })(),
      tool: () => tool('RemoteStopTransaction', { transactionId })(),
    },
  },
  ReserveNow: {
    code: 'reserve',
    ways: {
      button: ofConnector(connectorReserve, { card: 'TAG' }),
      method: method('reserve', { card: 'TAG' }),
      command: command('ReserveNow', { connectorId: 1, idTag: 'TAG', expiryDate, reservationId: 7 }),
      tool: tool('ReserveNow', { connectorId: 1, idTag: 'TAG', expiryDate, reservationId: 8 }),
    },
  },
}

test('a parameter of a method does not replace its connector', async () => {
  const params = { card: 'TAG', id: await charging() }
  expect(await method('start', params)()).toMatchObject({ status: 200 })
  expect(lastPayload).toMatchObject({ connectorId: 1 })
})

// Proves A8
test.each(
  Object.entries(waysTo).flatMap(([action, { code, ways }]) =>
    Object.entries(ways).map(([way, send]) => ({ action, code, way, send })),
  ),
)('a group that is denied "$code" cannot send $action by $way', async ({ action, code, send }) => {
  await rule(code, { x: true })
  await expect.poll(async () => (await send()).status).toBe(403)
  await forget()
  expect(await send()).toMatchObject({ status: 403, body: { error: { code: 'method.forbidden' } } })
  expect(calls).not.toContain(action)
  await rule(code, {})
  await expect.poll(async () => (await send()).status).toBe(200)
  expect(calls).toContain(action)
})

// Proves A8
test('a group that is denied to cancel reservations cannot send CancelReservation', async () => {
  expect((await ofConnector(connectorReserve, { card: 'TAG' })()).status).toBe(200)
  await rule('cancel', { x: true }, 'reservation')
  const send = command('CancelReservation', { reservationId: 7 })
  await expect.poll(async () => (await send()).status).toBe(403)
  calls = [] // rules take effect after a moment
  expect((await server.call(connectorReserveCancel, { id: connector }, person)).status).toBe(403)
  expect(calls).not.toContain('CancelReservation')
  await rule('cancel', {}, 'reservation')
  await expect.poll(async () => (await send()).status).toBe(200)
})

// Proves A8
test.each([
  ['Reset', { type: 'Soft' }],
  ['UnlockConnector', { connectorId: 1 }],
  ['ChangeAvailability', { connectorId: 1, type: 'Operative' }],
] as const)(
  'a user who may not create commands cannot send %s as a command or by the tools',
  async (action, payload) => {
    const ways = [command(action, payload), tool(action, payload)]
    const access = { class: 'command', user: person.id }
    for (const send of ways) expect((await send()).status).toBe(200)
    await server.request(classAccessSet, { ...access, deny: { c: true } }, admin)
    for (const send of ways) await expect.poll(async () => (await send()).status).toBe(403)
    calls = [] // rules take effect after a moment
    for (const send of ways)
      expect(await send()).toMatchObject({ status: 403, body: { error: { code: 'access.cannot_create' } } })
    expect(calls).toEqual([])
    await server.request(classAccessSet, access, admin)
    for (const send of ways) await expect.poll(async () => (await send()).status).toBe(200)
  },
)

// Proves O4
test.each([
  ['start', 'button', ofConnector(connectorStart, { card: 'TAG' })],
  ['start', 'method', method('start', { card: 'TAG' })],
  ['stop', 'button', ofConnector(connectorStop, {})],
  ['reserve', 'button', ofConnector(connectorReserve, { card: 'TAG' })],
] as const)('a script of the action "%s" also runs by %s', async (action, _way, send) => {
  const label = `script of ${action} ${Math.random()}`
  const event = { id: null, class: 'connector', actioncode: action, kind: 'script' as const, label: 'Marks' }
  const script = await server.request(workflowEventSet, { ...event, script: `setLabel("${label}")` }, admin)
  expect((await send()).status).toBe(200)
  const labels = (await server.request(connectorList, {}, person)).map((row) => row.label)
  expect(labels).toContain(label)
  await server.request(workflowEventDelete, { id: script.id }, admin)
})

test('a script that fails prevents the command of the button', async () => {
  const event = { id: null, class: 'connector', actioncode: 'start', kind: 'script' as const, label: 'Fails' }
  const script = await server.request(workflowEventSet, { ...event, script: 'fail()' }, admin)
  const reply = await ofConnector(connectorStart, { card: 'TAG' })()
  expect(reply).toMatchObject({ status: 400, body: { error: { code: 'script.failed_at' } } })
  expect(calls).toEqual([])
  await server.request(workflowEventDelete, { id: script.id }, admin)
})

// Proves O13
test('requests to a station leave an entry in the audit trail', async () => {
  for (const send of [
    ofConnector(connectorReserve, { card: 'TAG' }),
    () => server.call(connectorReserveCancel, { id: connector }, person),
    ofConnector(connectorStart, { card: 'TAG' }),
    ofConnector(connectorStop, {}),
  ])
    expect((await send()).status).toBe(200)
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['class_code', 'action'])
    .where('kind', '=', 'method')
    .orderBy('at', 'desc')
    .limit(4)
    .execute()
  expect(entries.map((entry) => `${entry.class_code} ${entry.action}`).sort()).toEqual([
    'connector reserve',
    'connector start',
    'connector stop',
    'reservation cancel',
  ])
})
