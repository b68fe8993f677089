import {
  activityList,
  cardSet,
  classList,
  classUse,
  clientSet,
  clientTotals,
  type Endpoint,
  endpoints,
  expectedAnswer,
  incidentList,
  namesOf,
  profileList,
  profileSet,
  reservationList,
  search,
  stationSet,
  transactionCount,
  transactionList,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { callOf } from './access-samples.ts'
import { addSampleData } from './sample-data.ts'
import type { SampleData } from './sample-ids.ts'
import { assignToClient } from './sample-rows.ts'
import { type FailureBody, type TestUser, TestServer } from './test-server.ts'
import { isReading } from './unrecorded.ts'

let server: TestServer
let operator: TestUser
let member: TestUser
let own: SampleData
let foreign: SampleData
beforeAll(async () => {
  server = await TestServer.open()
  const account = await server.firstAccount()
  own = await addSampleData(server, account, 'Trillian')
  foreign = await addSampleData(server, account, 'Zaphod')
  for (const data of [own, foreign]) await assignToClient(server, data)
  operator = await server.user('olga')
  member = await memberOf(own, 'tricia')
  await server.db.updateTable('objects').set({ owner_id: member.id }).where('id', '=', own.thing).execute()
  await server.db.updateTable('bulk_runs').set({ user_id: member.id }).where('id', '=', own.bulkRun).execute()
})
afterAll(() => server.close())

/** Adds an operator who belongs to the client of the sample data. */
async function memberOf({ client: client_id }: SampleData, username: string): Promise<TestUser> {
  const { id } = await server.addUser(username)
  await server.db.updateTable('users').set({ client_id }).where('id', '=', id).execute()
  return server.signIn(username)
}

const rows = Object.entries(endpoints).filter(
  ([, row]) => ['user', 'client', 'operator'].includes(row.may) && ['rows', 'object'].includes(namesOf(row)),
)

const ask = (name: string, row: Endpoint, dataset: SampleData, who: TestUser) => {
  const { path, body } = callOf(name, row, dataset)
  return server.post(row.root ? path : `/api/v1${path}`, body, who.token)
}

const ofDepot = {
  chargingProfileId: 4711,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] },
}

const sessionsWith = (filter: Record<string, string | number>) =>
  server.request(transactionList, { filter }, member)

test('an administrator who belongs to a client is not limited to it', async () => {
  const { id } = await server.addUser('eddie', { isAdmin: true })
  await server.db.updateTable('users').set({ client_id: own.client }).where('id', '=', id).execute()
  const eddie = await server.signIn('eddie')
  const added = await server.request(profileSet, { id: null, description: 'Of all', profile: ofDepot }, eddie)
  const { client_id } = await server.db
    .selectFrom('charging_profiles')
    .select('client_id')
    .where('id', '=', added.id)
    .executeTakeFirstOrThrow()
  expect(client_id).toBeNull()
  expect(await server.request(profileList, { filter: { id: added.id } }, member)).toEqual([])
  expect(await server.request(profileList, { filter: { id: foreign.profile } }, eddie)).toHaveLength(1)
})

/** Returns true if a response contains no row and no figure. */
const isEmpty = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.every((row) => (row as { count?: number }).count === 0)
    : Object.values(body as object).every(
        (value) => value === 0 || value === null || (Array.isArray(value) && value.length === 0),
      )

// sellers are the operator's company, which users of a client do not see
const readRows = rows.filter(
  ([, row]) =>
    /\/(list|get|count)$/.test(row.path) && namesOf(row) === 'object' && !row.path.startsWith('/seller/'),
)

// Proves A8
test.each(readRows)('%s shows an operator of a client its own objects', async (name, row) => {
  const reply = await ask(name, row, own, member)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
})

const readers = Object.entries(endpoints).filter(
  ([, row]) => ['user', 'client', 'operator'].includes(row.may) && isReading(row),
)

// Proves A8
test.each(readers)('%s of the whole account contains nothing of another client', async (name, row) => {
  const path = row.root ? row.path : `/api/v1${row.path}`
  const whole = await server.post(path, {}, member.token)
  // some need an object or a period
  const reply = whole.status === 400 ? await ask(name, row, own, member) : whole
  expect(JSON.stringify(reply.body)).not.toContain(foreign.word)
  if (!row.csv) return
  const csv = await server.post(`${path}?format=csv`, {}, member.token)
  expect(JSON.stringify(csv.body)).not.toContain(foreign.word)
})

test('operators of a client are offered no page whose data the server refuses them', async () => {
  const classes = await server.request(classList, {}, member)
  const isOffered = (row: Endpoint): boolean => {
    const use = classUse(row, {})
    return use === null || classes.some(({ code, access }) => code === use.classCode && access[use.verb])
  }
  const refused: string[] = []
  for (const [name, row] of readers)
    if (isOffered(row) && (await ask(name, row, own, member)).status === 403) refused.push(name)
  expect(refused).toEqual([])
})

// Proves A8
test('a search finds only what belongs to the client', async () => {
  const hits = await server.request(search, { text: foreign.word }, member)
  expect(hits).toEqual([])
  expect((await server.request(search, { text: own.word }, member)).length).toBeGreaterThan(0)
})

test('what an operator of a client adds belongs to that client, and to no other', async () => {
  const { station } = await server.request(
    stationSet,
    { id: null, identity: `N-${newId().slice(-6)}` },
    member,
  )
  expect(station.client).toBe(own.client)
  const card = await server.request(cardSet, { id: null, code: newId().slice(-12) }, member)
  expect(card.client).toBe(own.client)
  const body = { id: card.id, client: foreign.client }
  expect(await server.requestError(cardSet, body, member)).toMatchObject({ code: 'client.not_found' })
  expect(await server.requestError(clientSet, { id: null, name: 'Mine too' }, member)).toMatchObject({
    status: 403,
    code: 'access.cannot_create',
  })
})

let limitedTables: string[]
beforeAll(async () => {
  const { rows: policies } = await sql<{ tablename: string }>`
    select tablename from pg_policies where policyname = 'own_client'`.execute(server.db)
  limitedTables = policies.map(({ tablename }) => tablename)
  expect(limitedTables.length).toBeGreaterThan(15)
})

// Proves A8
describe.each(['with row-level security', 'by the conditions of its queries alone'])('%s', (how) => {
  if (how !== 'with row-level security')
    beforeAll(async () => {
      for (const table of limitedTables)
        await sql`drop policy own_client on ${sql.table(table)}`.execute(server.db)
    })

  test.each(rows)(
    '%s shows an operator of a client nothing of another client of the account',
    async (name, row) => {
      const reply = await ask(name, row, foreign, member)
      const may = row.may === 'client' ? 'user' : row.may
      const expected = expectedAnswer({ ...row, may }, 'stranger', 'foreign')
      if (expected === 'empty') {
        expect(reply.status, JSON.stringify(reply.body)).toBe(200)
        expect(isEmpty(reply.body), JSON.stringify(reply.body)).toBe(true)
      } else expect(reply.status, JSON.stringify(reply.body)).toBe(expected)
      const echoed = JSON.stringify(reply.body).replaceAll(
        JSON.stringify((reply.body as FailureBody).error ?? ''),
        '',
      )
      expect(echoed).not.toContain(foreign.word)
    },
  )

  describe('sessions with an object of another client', () => {
    const atOwnStation = 1_900_000_001
    const withOwnCard = 1_900_000_002
    beforeAll(async () => {
      const session = (number: number, station: SampleData, card: SampleData) => ({
        id: newId(),
        number,
        account_id: own.accountId,
        station_id: station.station,
        evse_no: 1,
        card_id: card.card,
        id_tag: 'TAG',
        id_tag_folded: 'tag',
        decision: 'Accepted',
        start_key: `start ${number}`,
        started_at: new Date(),
        meter_start_wh: 0,
        state: 'finished' as const,
      })
      await server.db
        .insertInto('transactions')
        .values([session(atOwnStation, own, foreign), session(withOwnCard, foreign, own)])
        .execute()
    })
    afterAll(() =>
      server.db.deleteFrom('transactions').where('number', 'in', [atOwnStation, withOwnCard]).execute(),
    )

    test('a session at a station of the client does not name the card of another', async () => {
      expect(await sessionsWith({ transactionid: atOwnStation })).toMatchObject([
        { identity: own.identity, cardname: null, client: null, clientname: null, stationclient: own.client },
      ])
      expect(await sessionsWith({ cardname: foreign.word })).toEqual([])
    })

    test('a session with a card of the client does not name the station of another', async () => {
      expect(await sessionsWith({ transactionid: withOwnCard })).toMatchObject([
        {
          identity: '',
          stationlabel: null,
          stationclient: null,
          stationclientname: null,
          client: own.client,
        },
      ])
      expect(await sessionsWith({ identity: foreign.identity })).toEqual([])
    })

    test.each([atOwnStation, withOwnCard])('a search for session %i names neither', async (number) => {
      for (const entities of [undefined, ['transaction']]) {
        const hits = await server.request(search, { text: String(number), entities }, member)
        expect(hits).toHaveLength(1)
        expect(JSON.stringify(hits)).not.toContain(foreign.word)
      }
    })
  })

  describe('a card that had another client before', () => {
    /** Numbers of what happened in turn: with the other client, with this one, with the other one, and with this one. */
    const numbers = [1, 2, 3, 4].map((place) => 1_900_000_000 + how.length * 10 + place)
    const ofMember = [numbers[1], numbers[3]]
    let card: string
    let client: string
    let other: string
    let user: TestUser

    /** Adds a session, a reservation, an event and an incident of the card, all now. */
    async function use(number: number, station_id: string): Promise<void> {
      // the time of the database, as the change of the client has it
      const at = sql<Date>`clock_timestamp()`
      const row = { account_id: own.accountId, station_id, evse_no: 1, card_id: card }
      const tag = { id_tag: card, id_tag_folded: card }
      const session = { decision: 'Accepted', start_key: `start ${number}`, state: 'finished' as const }
      await server.db
        .insertInto('transactions')
        .values({
          id: newId(),
          number,
          ...row,
          ...tag,
          ...session,
          started_at: at,
          meter_start_wh: 0,
          energy_wh: 1,
        })
        .execute()
      await server.db
        .insertInto('reservations')
        .values({ id: newId(), number, ...row, ...tag, starts_at: at, expires_at: at })
        .execute()
      await server.db
        .insertInto('activity')
        .values({
          id: sql<number>`activity_id(${at})`,
          at,
          ...row,
          id_tag: card,
          transaction_number: number,
          kind: 'session_started',
        })
        .execute()
      await server.db
        .insertInto('incidents')
        .values({
          id: newId(),
          account_id: own.accountId,
          number,
          rule: 'faulted',
          severity: 'critical',
          object_key: `${card}:${number}`,
          card_id: card,
          opened_at: at,
          last_at: at,
          created_at: at,
          updated_at: at,
        })
        .execute()
    }

    beforeAll(async () => {
      const place = newId()
      ;[card, client, other] = [newId(), newId(), newId()]
      const { accountId: account_id } = own
      const clients = [client, other].map((id) => ({
        id,
        account_id,
        code: id,
        name: id,
        currency_code: 'EUR',
      }))
      await server.db.insertInto('clients').values(clients).execute()
      await server.db.insertInto('stations').values({ id: place, account_id, identity: place }).execute()
      await server.db
        .insertInto('cards')
        .values({ id: card, account_id, code: card, code_folded: card })
        .execute()
      for (const [index, number] of numbers.entries()) {
        const client_id = index % 2 ? client : other
        await server.db.updateTable('cards').set({ client_id }).where('id', '=', card).execute()
        await use(number, place)
      }
      user = await memberOf({ ...own, client }, `member-${client}`)
    })

    test('shows its client the sessions of the times in which it was the client', async () => {
      const listed = await server.request(transactionList, {}, user)
      expect(listed.map(({ transactionid }) => transactionid).sort()).toEqual(ofMember)
      expect(await server.request(transactionCount, {}, user)).toEqual({ count: 2 })
      const totals = await server.request(clientTotals, { id: client }, user)
      expect(totals.at(-1)).toMatchObject({ period: 'all', sessions: 2, energy: 2 })
    })

    test('shows an operator the sessions of the client that it had at their start', async () => {
      const listed = await server.request(transactionList, { filter: { client } }, operator)
      expect(listed.map(({ transactionid }) => transactionid).sort()).toEqual(ofMember)
      expect(listed.map((row) => [row.client, row.clientname])).toEqual([
        [client, client],
        [client, client],
      ])
      const both = { filter: { client: [client, other] } }
      expect(await server.request(transactionCount, both, operator)).toEqual({ count: 4 })
      const search = [{ field: 'client', compare: 'NEQ' as const, value: client }]
      const others = await server.request(transactionList, { filter: { cardid: card }, search }, operator)
      expect(others.map((row) => row.client)).toEqual([other, other])
    })

    test('shows its client the reservations, events and incidents of those times', async () => {
      const reservations = await server.request(reservationList, {}, user)
      expect(reservations.map(({ reservationid }) => reservationid).sort()).toEqual(ofMember)
      const events = await server.request(activityList, {}, user)
      expect(events.map(({ transactionid }) => transactionid).sort()).toEqual(ofMember)
      const incidents = await server.request(incidentList, {}, user)
      expect(incidents.map(({ number }) => number).sort()).toEqual(ofMember)
    })
  })
})
