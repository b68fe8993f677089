import {
  accountSet,
  type AnswerOf,
  cardSet,
  driverQueueGet,
  driverQueueJoin,
  driverQueueLeave,
  noticeList,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

export const names = ['anna', 'bert', 'cleo'] as const
type Name = (typeof names)[number]
type QueuePlace = NonNullable<AnswerOf<typeof driverQueueGet>['own']>

/** A site with a station of two connectors that are in use, and three drivers with a card each; new for each test. */
export const queue = {
  count: 0,
  cards: {} as Record<Name, string>,
  users: {} as Record<Name, TestUser>,
} as {
  server: TestServer
  admin: TestUser
  users: Record<Name, TestUser>
  cards: Record<Name, string>
  site: string
  connectors: string[]
  socket: RawStation
  link: { identity: string; key: string }
  /** Answer to ReserveNow, null: none; a station that accepts reports the state, as OCPP 1.6 requires. */
  reserveAnswer: 'Accepted' | 'Rejected' | 'Occupied' | 'Faulted' | 'Unavailable' | null
  calls: { action: string; payload: Record<string, unknown> }[]
  /** Reservations of the station: connector by number. */
  reserved: Map<number, number>
  /** Connectors that report no other state after a cancellation. */
  failed: Set<number>
  count: number
}

/** Registers what opens and closes the server, the station and the drivers. */
export function useQueue(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    queue.server = await TestServer.open(env)
    queue.admin = await queue.server.signIn('admin')
    await queue.server.request(accountSet, { queueminutes: 5 }, queue.admin)
    const place = { code: 'H', label: 'Harbour', lat: 54.32, lng: 10.14 }
    queue.site = (await queue.server.request(siteSet, { id: null, ...place }, queue.admin)).id
  })
  afterAll(() => queue.server.close())

  beforeEach(async () => {
    const identity = `Q-${++queue.count}`
    const body = { id: null, identity, typecode: 'public', site: queue.site }
    const { station, key } = await queue.server.request(stationSet, body as never, queue.admin)
    queue.link = { identity, key: key! }
    queue.reserveAnswer = 'Accepted'
    queue.calls = []
    queue.reserved = new Map()
    queue.failed = new Set()
    await connect()
    await queue.socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
    await report(1, 'Charging')
    await report(2, 'Charging')
    queue.connectors = (
      await queue.server.db
        .selectFrom('evses')
        .select('id')
        .where('station_id', '=', station.id)
        .where('evse_no', '>', 0)
        .orderBy('evse_no')
        .execute()
    ).map(({ id }) => id)
    queue.users = {} as typeof queue.users
    for (const name of names) {
      queue.users[name] = await queue.server.user(`${name}-${queue.count}`, { interface: 'driver' })
      const card = { id: null, code: `${name}-${queue.count}`, driver: `${name}-${queue.count}` }
      queue.cards[name] = (await queue.server.request(cardSet, card as never, queue.admin)).id
    }
  })
  afterEach(async () => {
    await queue.socket.close()
    await queue.server.db.deleteFrom('queue_places').execute()
    await queue.server.db
      .updateTable('stations')
      .set({ site_id: null })
      .where('site_id', '=', queue.site)
      .execute()
  })
}

export async function connect(): Promise<void> {
  queue.socket = await RawStation.connect({ url: queue.server.url.replace('http', 'ws'), ...queue.link })
  queue.socket.onCall = (action, payload) => {
    const request = payload as Record<string, unknown>
    queue.calls.push({ action, payload: request })
    if (action === 'ReserveNow') return reserve(request)
    if (action === 'CancelReservation') return cancel(Number(request['reservationId']))
    return { status: 'Accepted' }
  }
}

function reserve({ connectorId, reservationId }: Record<string, unknown>) {
  if (queue.reserveAnswer === null) return undefined
  if (queue.reserveAnswer === 'Accepted') {
    queue.reserved.set(Number(reservationId), Number(connectorId))
    reportLater(Number(connectorId), 'Reserved')
  }
  return { status: queue.reserveAnswer }
}

function cancel(number: number) {
  const connector = queue.reserved.get(number)
  queue.reserved.delete(number)
  if (connector !== undefined && !queue.failed.has(connector)) reportLater(connector, 'Available')
  return { status: connector === undefined ? 'Rejected' : 'Accepted' }
}

export function report(connectorId: number, status: string) {
  if (status === 'Faulted' || status === 'Unavailable') queue.failed.add(connectorId)
  else queue.failed.delete(connectorId)
  const errorCode = status === 'Faulted' ? 'GroundFailure' : 'NoError'
  return queue.socket.call('StatusNotification', { connectorId, status, errorCode })
}

/** Reports a state after the answer to a command. The test may end, and close the socket, before this is answered. */
const reportLater = (connectorId: number, status: string) => void report(connectorId, status).catch(() => {})
/** Lets time pass for what is stored; the clock of the server also ends tokens, and stations use that of the computer. */
export async function pass(seconds: number): Promise<void> {
  const by = sql`${seconds}::int * interval '1 second'`
  await sql`update queue_places set joined_at = joined_at - ${by}, offered_at = offered_at - ${by},
    offered_until = offered_until - ${by}, requested_at = requested_at - ${by}, ended_at = ended_at - ${by}`.execute(
    queue.server.db,
  )
  await sql`update reservations set expires_at = expires_at - ${by}`.execute(queue.server.db)
  await sql`update stations set connection_changed_at = connection_changed_at - ${by}`.execute(
    queue.server.db,
  )
}
export const stateOf = async (no: number) =>
  (
    await queue.server.db
      .selectFrom('evses')
      .select('state')
      .where('id', '=', queue.connectors[no - 1]!)
      .executeTakeFirst()
  )?.state
/** Runs the job that settles queues. */
export const settle = () => queue.server.app.jobs.work('driver.queue')
export const own = async (name: Name): Promise<QueuePlace | null> =>
  (await queue.server.request(driverQueueGet, {}, queue.users[name])).own
export const phase = async (name: Name) => (await own(name))?.phase
export const join = (name: Name) =>
  queue.server.request(driverQueueJoin, { id: queue.site }, queue.users[name])
export const leave = (name: Name) => queue.server.request(driverQueueLeave, {}, queue.users[name])
export const requests = (action: string) =>
  queue.calls.filter((one) => one.action === action).map(({ payload }) => payload)
export const noticesOf = async (name: Name) =>
  (await queue.server.request(noticeList, { filter: { kind: 'queue' } }, queue.users[name])).map(
    ({ text }) => text,
  )
/** Begins a session at a connector as the station reports it. */
export async function begin(no: number, name: Name): Promise<number> {
  const start = {
    connectorId: no,
    idTag: `${name}-${queue.count}`,
    meterStart: 0,
    timestamp: new Date().toISOString(),
  }
  const { transactionId } = await queue.socket.call<{ transactionId: number }>('StartTransaction', start)
  await report(no, 'Charging')
  return transactionId
}
/** Waits until the turn of a driver is reserved at the station. */
export async function reservedFor(name: Name): Promise<QueuePlace> {
  await settle()
  await expect.poll(async () => (await own(name))?.turn?.reservation).toBe('reserved')
  const no = (await own(name))!.turn!.no
  await expect.poll(() => stateOf(no)).toBe('reserved')
  return (await own(name))!
}
/** Settles until the turn of a driver has come: states of the station arrive in between. */
export const turnOf = (name: Name) =>
  expect
    .poll(async () => {
      await settle()
      return phase(name)
    })
    .toBe('turn')
