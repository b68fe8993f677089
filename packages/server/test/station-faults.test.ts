import {
  incidentNotificationSet,
  noticeList,
  stationAction,
  stationList,
  stationSet,
  userSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
const sockets: RawStation[] = []
beforeAll(async () => {
  server = await TestServer.open()
  server.app.jobs.start()
})
afterAll(async () => {
  for (const socket of sockets) socket.ws.terminate()
  await server.close()
})

/** Adds an operator with an own account. */
async function operator(): Promise<TestUser> {
  const username = `u${newId().slice(-10)}`
  return server.user(username, { accountId: await server.addAccount(username) })
}

async function bootedStation(person: TestUser, label: string | null = null) {
  const identity = `CP-${newId().slice(-8)}`
  const { station, key, link } = await server.request(stationSet, { id: null, identity, label }, person)
  const url = server.url.replace('http', 'ws')
  const socket = await RawStation.connect({ url, identity, key: key!, path: new URL(link).pathname })
  sockets.push(socket)
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  const status = (connectorId: number, word: string, errorCode = 'NoError') =>
    socket.call('StatusNotification', { connectorId, errorCode, status: word })
  return { id: station.id, identity, status, socket }
}

const due = () =>
  server.db.selectFrom('station_faults').select('station_id').where('is_due', '=', true).execute()
/** Runs the job until no fault waits. */
const runFaultJob = () =>
  expect
    .poll(async () => (await due()).length === 0 || (await server.app.jobs.wake('stations.faults'), false), {
      timeout: 60_000,
      interval: 50,
    })
    .toBe(true)

const noticesOf = (person: TestUser) =>
  server.db.selectFrom('notices').selectAll().where('user_id', '=', person.id).orderBy('id').execute()

// Proves S2.24, L47
test('a connector or a station that goes to Faulted is reported to the operators once, in their language', async () => {
  const ann = await operator()
  const driver = await server.addUser(`d${newId().slice(-8)}`, {
    accountId: ann.accountId,
    interface: 'driver',
  })
  const german = await server.user(`g${newId().slice(-8)}`, { accountId: ann.accountId })
  await server.db.updateTable('users').set({ locale: 'de' }).where('id', '=', german.id).execute()
  const { id, identity, status } = await bootedStation(ann, '<b>North</b>')
  await status(1, 'Available')
  await status(1, 'Faulted', 'OverCurrentFailure')
  await status(1, 'Faulted', 'OverCurrentFailure')
  await runFaultJob()
  await status(1, 'Faulted', 'GroundFailure')
  await status(0, 'Faulted')
  await status(0, 'Faulted')
  await runFaultJob()
  const texts = (await noticesOf(ann)).map(({ text }) => text)
  expect(texts).toEqual([
    `Connector 1 of charging station <b>North</b> (${identity}) reports a fault: OverCurrentFailure.`,
    `Charging station <b>North</b> (${identity}) reports a fault.`,
  ])
  expect((await noticesOf(german))[0]!.text).toBe(
    `Ladepunkt 1 der Ladestation <b>North</b> (${identity}) meldet eine Störung: OverCurrentFailure.`,
  )
  expect(
    await server.db.selectFrom('notices').select('id').where('user_id', '=', driver.id).execute(),
  ).toEqual([])
  expect(await server.request(noticeList, {}, ann)).toMatchObject([
    { severity: 'warning' },
    { severity: 'warning' },
  ])
  expect((await noticesOf(ann))[0]).toMatchObject({
    class_code: 'charge_point',
    object_id: id,
    is_mail_due: false,
  })
})

test('a fault is sent by e-mail to users who want warnings', async () => {
  const ann = await operator()
  const email = { email: `${ann.username}@example.org`, email_confirmed_at: new Date() }
  await server.db.updateTable('users').set(email).where('id', '=', ann.id).execute()
  await server.request(userSet, { noticemails: 'important' }, ann)
  const { status } = await bootedStation(ann)
  await status(1, 'Faulted', 'HighTemperature')
  await runFaultJob()
  expect(await noticesOf(ann)).toMatchObject([{ is_mail_due: true }])
})

test.each([
  ['console', { console: true, severity: 'critical' }, 0],
  ['email without a confirmed address', { email: true, severity: 'critical' }, 1],
  ['console, of other sites', { console: true, severity: 'critical', sites: [] as string[] }, 1],
] as const)(
  'a user who is notified of incidents by %s (%j) gets %i notices of a fault',
  async (_, settings, count) => {
    const ann = await operator()
    await server.request(incidentNotificationSet, settings, ann)
    const { status } = await bootedStation(ann)
    await status(1, 'Faulted', 'HighTemperature')
    await runFaultJob()
    expect(await noticesOf(ann)).toHaveLength(count)
  },
)

// Proves L48
test('a connector that goes to Faulted again is reported once an hour, a disabled station never', async () => {
  const ann = await operator()
  const { id, status } = await bootedStation(ann)
  const fault = async () => {
    await status(1, 'Available')
    await status(1, 'Faulted', 'GroundFailure')
    await runFaultJob()
  }
  await fault()
  await fault()
  expect(await noticesOf(ann)).toHaveLength(1)
  const anHourAgo = new Date(server.clock.now().getTime() - 3_601_000)
  await server.db
    .updateTable('station_faults')
    .set({ noticed_at: anHourAgo })
    .where('station_id', '=', id)
    .execute()
  await fault()
  expect(await noticesOf(ann)).toHaveLength(2)
  await server.request(stationAction, { id, action: 'disable' }, ann)
  const row = { station_id: id, account_id: ann.accountId, evse_no: 2, happened_at: new Date() }
  await server.db.insertInto('station_faults').values(row).execute()
  await runFaultJob()
  expect(await noticesOf(ann)).toHaveLength(2)
})

// Proves L48
test('operators of an account get at most twenty notices about faults in an hour', async () => {
  const ann = await operator()
  const { station } = await server.request(stationSet, { id: null, identity: `CP-${newId().slice(-8)}` }, ann)
  const rows = Array.from({ length: 25 }, (_, at) => ({
    station_id: station.id,
    account_id: ann.accountId,
    evse_no: at + 1,
    happened_at: new Date(Date.now() - at * 1000),
  }))
  await server.db.insertInto('station_faults').values(rows).execute()
  await runFaultJob()
  expect(await noticesOf(ann)).toHaveLength(20)
})

test('lists name the problem of a station with its cause and time, and sort by its urgency', async () => {
  const ann = await operator()
  const [works, fails, leaves, gone] = [
    await bootedStation(ann),
    await bootedStation(ann),
    await bootedStation(ann),
    await bootedStation(ann),
  ]
  await server.request(stationSet, { id: null, identity: 'NEVER' }, ann)
  for (const { status } of [works, fails]) await status(1, 'Available')
  const before = Date.now()
  await fails.status(1, 'Faulted', 'GroundFailure')
  leaves.socket.ws.close()
  gone.socket.ws.close()
  await server.request(stationAction, { id: gone.id, action: 'disable' }, ann)
  const fields = ['identity', 'problem', 'problemcode', 'problemsince', 'urgency'] as const
  const listed = () =>
    server.request(stationList, { fields: [...fields], orderby: ['urgency', 'identity'] }, ann)
  await expect
    .poll(async () => (await listed()).filter(({ problem }) => problem === 'offline').length)
    .toBe(1)
  const [faulted, offline, ...others] = await listed()
  expect(faulted).toMatchObject({
    identity: fails.identity,
    problem: 'faulted',
    problemcode: 'GroundFailure',
    urgency: 1,
  })
  expect(offline).toMatchObject({
    identity: leaves.identity,
    problem: 'offline',
    problemcode: null,
    urgency: 2,
  })
  for (const { problemsince } of [faulted!, offline!])
    expect(Date.parse(problemsince!)).toBeGreaterThanOrEqual(before - 1_000)
  expect(others.map(({ identity }) => identity).sort()).toEqual(
    [works.identity, gone.identity, 'NEVER'].sort(),
  )
  for (const other of others)
    expect(other).toMatchObject({ problem: null, problemcode: null, problemsince: null, urgency: 5 })
})
