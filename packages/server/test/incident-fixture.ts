import { clientSet, incidentList, type IncidentRule, stationSet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { incidentJobs } from '../src/modules/incidents/evaluate.ts'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

// The server of one test file, with functions that make what the rules of incidents find.

export const minuteMs = 60_000
export const dayMs = 86_400_000

let server: TestServer
let operator: TestUser
let account: string

/** Opens a server with an operator; it is closed after the tests of the file. */
export async function openServer(environment: Record<string, string> = {}): Promise<TestServer> {
  server = await TestServer.open(environment)
  operator = await server.user('olga')
  account = operator.accountId
  return server
}
/** Returns the operator, whose token is renewed when time passes. */
export const olga = (): TestUser => operator

export const now = () => server.clock.now()
export const ago = (ms: number) => new Date(now().getTime() - ms)
/** Lets time pass; the operator signs in again because tokens expire. */
export async function later(minutes: number): Promise<void> {
  server.clock.forward(minutes * minuteMs)
  if (minutes > 10) operator = await server.signIn('olga')
}

/** Runs all jobs of incidents. */
export async function evaluate(): Promise<void> {
  for (const job of incidentJobs({ db: server.db, bus: server.app.bus, clock: server.clock }))
    await job.work()
}

/** Adds a client with a user who is limited to it. */
export async function clientUser(name: string, username: string) {
  const { id: client } = await server.request(clientSet, { id: null, name }, operator)
  const { id } = await server.addUser(username)
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
  return { client, id, user: await server.signIn(username) }
}

let stations = 0
/** Adds a station that has booted and is online and available. */
export async function addStation(more: Record<string, unknown> = {}): Promise<string> {
  stations += 1
  const { station } = await server.request(stationSet, { id: null, identity: `IN-${stations}` }, operator)
  await change(station.id, {
    state: 'available',
    display_state: 'available',
    is_connected: true,
    booted_at: ago(dayMs),
    connection_changed_at: ago(dayMs),
    last_seen_at: now(),
    ...more,
  })
  return station.id
}
export const change = (id: string, set: Record<string, unknown>) =>
  server.db.updateTable('stations').set(set).where('id', '=', id).execute()

/** Adds a station with an open incident because it is offline. */
export const offlineStation = async () => {
  const station = await addStation({ is_connected: false, connection_changed_at: ago(20 * minuteMs) })
  await evaluate()
  const [incident] = await openIncidents(station)
  return { station, incident: incident! }
}

export const openIncidents = async (stationid: string) =>
  (await server.request(incidentList, { filter: { stationid } }, operator)).filter(
    ({ status }) => status !== 'closed',
  )
export const rulesOf = async (stationid: string) => (await openIncidents(stationid)).map(({ rule }) => rule)

export const happened = (stationId: string, kind: string, more: Record<string, unknown>) =>
  sql`insert into activity (id, at, account_id, kind, station_id, card_id, id_tag, details)
    values (activity_id(${now()}), ${now()}, ${account}, ${kind}, ${stationId}, ${(more.card as string) ?? null},
      ${(more.tag as string) ?? null}, ${JSON.stringify(more.details ?? {})})`.execute(server.db)

let numbers = 700_000
export const addSession = (stationId: string, startedAt: Date, more: Record<string, unknown> = {}) =>
  server.db
    .insertInto('transactions')
    .values({
      id: newId(),
      number: (numbers += 1),
      account_id: account,
      station_id: stationId,
      evse_no: 1,
      start_key: newId(),
      started_at: startedAt,
      stopped_at: startedAt,
      meter_start_wh: 0,
      state: 'finished',
      ...more,
    })
    .execute()

/** Makes and removes the cause of a rule at a station. */
interface Cause {
  rule: IncidentRule
  begin: (station: string) => Promise<unknown>
  end: (station: string) => Promise<unknown>
  details: Record<string, unknown>
}

const setFault = (station: string, state: string) =>
  server.db
    .updateTable('evses')
    .set({
      state,
      error_code: state === 'faulted' ? 'GroundFailure' : 'NoError',
      state_since: ago(5 * minuteMs),
    })
    .where('station_id', '=', station)
    .execute()

let authority: string | undefined
/** Adds a certificate of a station that expires after a number of days. */
export async function certifyFor(
  station: string,
  days: number,
  state: 'sent' | 'installed' = 'installed',
): Promise<void> {
  const validUntil = ago(-days * dayMs)
  const made = {
    created_at: now(),
    common_name: 'Authority',
    certificate: '',
    key_encrypted: Buffer.alloc(1),
  }
  authority ??= newId()
  await server.db
    .insertInto('certificate_authorities')
    .values({ id: authority, expires_at: ago(-4000 * dayMs), ...made })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await change(station, { security_profile: 3, connected_profile: 3 })
  const id = newId()
  await server.db
    .insertInto('station_certificates')
    .values({
      id,
      account_id: account,
      station_id: station,
      authority_id: authority,
      state,
      serial: id,
      fingerprint: id,
      subject: '',
      issuer: '',
      certificate: '',
      valid_from: now(),
      valid_until: validUntil,
      issued_at: now(),
    })
    .execute()
}

export const causes: Cause[] = [
  {
    rule: 'certificate_expiry',
    begin: (station) => certifyFor(station, 29),
    end: async (station) => {
      server.clock.forward(1)
      await certifyFor(station, 397)
    },
    details: { certificate: 'station' },
  },
  {
    rule: 'offline',
    begin: (station) => change(station, { is_connected: false, connection_changed_at: ago(20 * minuteMs) }),
    end: (station) => change(station, { is_connected: true, connection_changed_at: now() }),
    details: {},
  },
  {
    rule: 'faulted',
    begin: async (station) => {
      await change(station, { display_state: 'faulted' })
      const known = await setFault(station, 'faulted')
      if (known[0]?.numUpdatedRows) return
      await server.db
        .insertInto('evses')
        .values({
          id: newId(),
          account_id: account,
          station_id: station,
          evse_no: 2,
          state: 'faulted',
          error_code: 'GroundFailure',
          state_since: ago(5 * minuteMs),
        })
        .execute()
    },
    end: async (station) => {
      await change(station, { display_state: 'available' })
      await setFault(station, 'available')
    },
    details: { errorcode: 'GroundFailure' },
  },
  {
    rule: 'boot_loop',
    begin: async (station) => {
      for (let boot = 0; boot < 5; boot += 1) await happened(station, 'booted', {})
      await happened(station, 'booted', { details: { requested: true } })
    },
    end: () => later(61),
    details: { events: 5 },
  },
  {
    rule: 'connection_failed',
    begin: async (station) => {
      await change(station, { last_seen_at: ago(30 * minuteMs) })
      await server.db
        .insertInto('connection_attempts')
        .values({
          id: newId(),
          account_id: account,
          station_id: station,
          identity: newId(),
          address: '192.0.2.1',
          path: '/',
          reason: 'wrong_key',
          count: 10,
          first_at: ago(20 * minuteMs),
          last_at: now(),
        })
        .execute()
    },
    end: (station) => change(station, { last_seen_at: new Date(now().getTime() + 1) }),
    details: { events: 10, reason: 'wrong_key', address: '192.0.2.1' },
  },
  {
    rule: 'unmatched',
    begin: (station) =>
      server.db
        .insertInto('unmatched_messages')
        .values({
          id: newId(),
          account_id: account,
          station_id: station,
          kind: 'stop-unknown',
          action: 'StopTransaction',
          reason: 'x',
          payload: '{}',
          payload_hash: newId(),
          received_at: now(),
          last_at: now(),
        })
        .execute(),
    end: (station) =>
      server.db
        .updateTable('unmatched_messages')
        .set({ resolved_at: now() })
        .where('station_id', '=', station)
        .execute(),
    details: { events: 1 },
  },
  {
    rule: 'review',
    begin: (station) =>
      addSession(station, ago(minuteMs), {
        state: 'needs_review',
        flags: ['ended-without-stop'],
        received_stop_at: now(),
      }),
    end: (station) =>
      server.db
        .updateTable('transactions')
        .set({ state: 'finished' })
        .where('station_id', '=', station)
        .execute(),
    details: { events: 1, flags: 'ended-without-stop' },
  },
  {
    rule: 'meter_backwards',
    begin: (station) =>
      addSession(station, ago(minuteMs), {
        state: 'needs_review',
        flags: ['negative-energy'],
        meter_start_wh: 500,
        meter_stop_wh: 286,
        received_stop_at: now(),
      }),
    end: (station) =>
      server.db
        .updateTable('transactions')
        .set({ state: 'finished' })
        .where('station_id', '=', station)
        .execute(),
    details: { events: 1, energywh: -214 },
  },
  {
    rule: 'blocked_card',
    begin: async (station) => {
      const tag = `LOST-${stations}`
      for (let use = 0; use < 3; use += 1)
        await happened(station, 'authorization_refused', { tag, details: { status: 'Blocked' } })
    },
    end: () => later(25 * 60),
    details: { events: 3 },
  },
  {
    rule: 'rating_failed',
    begin: async (station) => {
      await addSession(station, ago(minuteMs))
      const { id, account_id } = await server.db
        .selectFrom('transactions')
        .select(['id', 'account_id'])
        .where('station_id', '=', station)
        .executeTakeFirstOrThrow()
      const wait = {
        transaction_id: id,
        account_id,
        due_at: ago(-3_600_000),
        attempts: 3,
        error: 'unknown time zone',
      }
      await server.db.insertInto('rating_waits').values(wait).execute()
    },
    end: () => server.db.deleteFrom('rating_waits').execute(),
    details: { events: 1, info: 'unknown time zone' },
  },
  {
    rule: 'no_session',
    begin: async (station) => {
      await server.db.deleteFrom('transactions').where('station_id', '=', station).execute()
      // three sessions a day until three days ago
      for (let hours = 72; hours < 72 + 12 * 8; hours += 8) await addSession(station, ago(hours * 3_600_000))
    },
    end: (station) => addSession(station, now()),
    details: { usualhours: 7.3 },
  },
]
