import { activityGet, activityHistogram, activityList } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { transactionSource } from '../src/modules/transactions/index.ts'
import { webRole } from '../src/storage/tenant-pool.ts'
import type { Tx } from '../src/storage/transaction.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let stranger: TestUser
let admin: TestUser
const startMs = Date.parse('2026-05-01T00:00:00Z')
const at = (minutes: number) => new Date(startMs + minutes * 60_000)
const stations = { one: newId(), two: newId(), foreign: newId() }
const card = newId()

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  stranger = await server.user('stan', { accountId: await server.addAccount('other') })
  admin = await server.user('adam', { isAdmin: true })
  const accounts = { one: operator.accountId, two: operator.accountId, foreign: stranger.accountId }
  for (const [name, id] of Object.entries(stations))
    await server.db
      .insertInto('stations')
      .values({ id, account_id: accounts[name as keyof typeof accounts], identity: `CP-${name}` })
      .execute()
  await server.db
    .insertInto('cards')
    .values({
      id: card,
      account_id: operator.accountId,
      code: 'Tag-7',
      code_folded: 'tag-7',
      name: 'Kim Lee',
    })
    .execute()
  await add(0, 'fault_raised', { station_id: stations.one, evse_no: 1 })
  await add(1, 'fault_cleared', { station_id: stations.one, evse_no: 1 })
  await add(2, 'session_started', {
    station_id: stations.one,
    evse_no: 2,
    transaction_number: 77,
    id_tag: 'TAG-7',
    card_id: card,
  })
  await add(3, 'authorization_refused', { station_id: stations.two, id_tag: 'tag-7', card_id: card })
  await add(4, 'connected', { station_id: stations.two })
  await add(5, 'object_changed', { card_id: card, id_tag: 'Tag-7' })
  await add(6, 'connected', { station_id: stations.foreign, account_id: stranger.accountId })
})
afterAll(() => server.close())

type Columns = Partial<{
  account_id: string
  station_id: string
  evse_no: number
  card_id: string
  id_tag: string
  transaction_number: number
  message_id: string
  command_id: string
}>

const add = (minutes: number, kind: string, columns: Columns) =>
  server.db
    .insertInto('activity')
    .values({
      id: sql<number>`activity_id(${at(minutes)})`,
      at: at(minutes),
      account_id: operator.accountId,
      kind,
      ...columns,
    })
    .execute()

const list = (body: Parameters<typeof server.request<typeof activityList>>[1], who = operator) =>
  server.request(activityList, body, who)
const kinds = async (body: Parameters<typeof list>[0], who = operator) =>
  (await list(body, who)).map(({ kind }) => kind)
const cardsOfSession = async (transactionid: number, who: TestUser) =>
  (await list({ transactionid }, who)).map(({ cardid, cardname, idtag }) => [cardid, cardname, idtag])

describe('the list of events', () => {
  // Proves A8
  test('shows the events of the own account, newest first, and administrators those of all', async () => {
    const own = [
      'object_changed',
      'connected',
      'authorization_refused',
      'session_started',
      'fault_cleared',
      'fault_raised',
    ]
    expect(await kinds({})).toEqual(own)
    expect(await kinds({}, stranger)).toEqual(['connected'])
    expect(await kinds({}, admin)).toEqual(['connected', ...own])
    expect(await kinds({ kinds: ['connected'] }, admin)).toEqual(['connected', 'connected'])
    expect(await kinds({ stationid: stations.foreign })).toEqual([])
  })

  test.each([
    [{ stationid: stations.one }, ['session_started', 'fault_cleared', 'fault_raised']],
    [{ stationid: [stations.one, stations.two], categories: ['connection'] }, ['connected']],
    [{ stationid: stations.one, connectorid: 1 }, ['fault_cleared', 'fault_raised']],
    [{ cardid: card }, ['object_changed', 'authorization_refused', 'session_started']],
    [
      { cardid: card, kinds: ['authorization_refused', 'session_started', 'command_ended'] },
      ['authorization_refused', 'session_started'],
    ],
    [{ transactionid: 77 }, ['session_started']],
    [{ categories: ['problem', 'refused'] }, ['authorization_refused', 'fault_raised']],
    [{ categories: ['problem'], kinds: ['connected'] }, []],
    [{ text: 'cp-TW' }, ['connected', 'authorization_refused']],
    [{ text: 'kim' }, ['object_changed', 'authorization_refused', 'session_started']],
    [{ text: 'ag-7', stationid: stations.two }, ['authorization_refused']],
    [{ text: 'ag-7', cardid: card, categories: ['session'] }, ['session_started']],
    [{ text: '%' }, []],
    [{ from: at(1).toISOString(), to: at(3).toISOString() }, ['session_started', 'fault_cleared']],
  ] as const)('selects by %j', async (body, expected) => {
    expect(await kinds(body as Parameters<typeof list>[0])).toEqual(expected)
  })

  test('selects the stations of a site, also as a file', async () => {
    const site = newId()
    const { accountId } = operator
    await server.db
      .insertInto('sites')
      .values({ id: site, account_id: accountId, code: 'S-1', label: 'Harbour' })
      .execute()
    await server.db.updateTable('stations').set({ site_id: site }).where('id', '=', stations.two).execute()
    expect(await kinds({ siteid: site })).toEqual(['connected', 'authorization_refused'])
    expect(await kinds({ siteid: site, stationid: stations.one })).toEqual([])
    expect(await kinds({ siteid: site }, stranger)).toEqual([])
    const file = await server.post(`${addressOf(activityList)}?format=csv`, { siteid: site }, operator.token)
    const lines = (file.body as string).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('connected')
  })

  test('continues after the last row', async () => {
    const first = await list({ reclimit: 4 })
    const rest = await list({ after: first.at(-1)!.id })
    expect([...first, ...rest].map(({ id }) => id)).toEqual((await list({})).map(({ id }) => id))
    expect(await list({ after: '9999999999999999999', reclimit: 1 })).toEqual(first.slice(0, 1))
  })

  test('has the same columns for all events', async () => {
    const [row] = await list({ transactionid: 77 })
    expect(row).toEqual({
      id: expect.stringMatching(/^\d+$/),
      datetime: at(2).toISOString(),
      reported: null,
      kind: 'session_started',
      stationid: stations.one,
      identity: 'CP-one',
      connectorid: 2,
      cardid: card,
      cardname: 'Kim Lee',
      idtag: 'TAG-7',
      transactionid: 77,
      userid: null,
      username: null,
      commandid: null,
      details: {},
    })
  })

  // Proves A8
  test('names the card of a session that has ended, only in its account', async () => {
    const ended = { id_tag: 'tag-7', transaction_number: 78 }
    await add(30, 'session_ended', { ...ended, station_id: stations.one })
    await add(30, 'session_ended', {
      ...ended,
      station_id: stations.foreign,
      account_id: stranger.accountId,
    })
    expect(await cardsOfSession(78, operator)).toEqual([[card, 'Kim Lee', 'tag-7']])
    expect(await cardsOfSession(78, stranger)).toEqual([[null, null, 'tag-7']])
  })
})

describe('the histogram', () => {
  const period = { from: at(0).toISOString(), to: at(10).toISOString(), buckets: 5 }

  test('counts the events of each part by category', async () => {
    const parts = await server.request(activityHistogram, period, operator)
    const none = { problem: 0, connection: 0, session: 0, refused: 0, command: 0, other: 0 }
    expect(parts).toEqual([
      { part: 0, from: at(0).toISOString(), ...none, problem: 1, other: 1 },
      { part: 1, from: at(2).toISOString(), ...none, session: 1, refused: 1 },
      { part: 2, from: at(4).toISOString(), ...none, connection: 1, other: 1 },
    ])
  })

  const count = async (body: object, who = operator) => {
    const parts = await server.request(activityHistogram, { ...period, ...body }, who)
    return parts.reduce((sum, part) => sum + part.connection + part.refused, 0)
  }

  test('counts the events of a station, a text and an administrator', async () => {
    expect(await count({ stationid: stations.two })).toBe(2)
    expect(await count({ text: 'tag' })).toBe(1)
    expect(await count({}, admin)).toBe(3)
  })

  test('refuses a period that ends before it starts or is too long', async () => {
    const refused = (body: object) => server.requestError(activityHistogram, { ...period, ...body }, operator)
    expect(await refused({ to: period.from })).toMatchObject({
      code: 'period.end_before_start',
      field: 'to',
    })
    expect(await refused({ to: '2028-05-01T00:00:00Z' })).toMatchObject({
      code: 'period.too_long',
      field: 'from',
    })
  })
})

describe('one event', () => {
  test('comes with the messages that belong to it', async () => {
    const commandId = newId()
    const now = new Date()
    const frame = { at: now, account_id: operator.accountId, station_id: stations.one, is_outgoing: false }
    await server.db
      .insertInto('ocpp_log')
      .values([
        { ...frame, action: 'StatusNotification', message_id: 'm-1', request: 'mine' },
        { ...frame, action: 'StatusNotification', message_id: 'm-2', request: 'another' },
        { ...frame, action: 'Reset', is_outgoing: true, command_id: commandId, request: 'command' },
      ])
      .execute()
    const minutes = (now.getTime() - startMs) / 60_000
    await add(minutes, 'fault_raised', { station_id: stations.one, message_id: 'm-1' })
    await add(minutes, 'command_ended', { station_id: stations.one, command_id: commandId })
    const rows = await list({ stationid: stations.one, from: now.toISOString() })
    const framesOf = async (id: string) =>
      (await server.request(activityGet, { id }, operator)).frames.map(({ request }) => request)
    expect(await Promise.all(rows.map(({ id }) => framesOf(id)))).toEqual([['command'], ['mine']])
    const got = await server.request(activityGet, { id: rows[0]!.id }, operator)
    expect(got).toMatchObject({ ...rows[0]!, framedays: 30 })
  })

  test('is not found in another account', async () => {
    const [row] = await list({ transactionid: 77 })
    expect((await server.requestError(activityGet, { id: row!.id }, stranger)).status).toBe(404)
  })
})

const planOf = async (tx: Tx, query: RawBuilder<unknown>) =>
  (await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)).rows
    .map((row) => row['QUERY PLAN'])
    .join('\n')

describe('partitions', () => {
  test('a new partition takes over the events that were stored before it existed', async () => {
    // after all partitions of the present
    const year = new Date().getUTCFullYear() + 5
    const may = Date.parse(`${year}-05-10T00:00:00Z`)
    await add((may - startMs) / 60_000, 'connected', { station_id: stations.one, id_tag: 'Later' })
    await sql`select make_activity_partition(${`${year}-05-01Z`}, ${`${year}-06-01Z`})`.execute(server.db)
    const { rows } = await sql`select tag_folded from ${sql.table(`activity_${year}05`)}`.execute(server.db)
    expect(rows).toEqual([{ tag_folded: 'later' }])
    expect(await kinds({ from: `${year}-01-01T00:00:00Z` })).toEqual(['connected'])
  })

  test('an account finds the events of a tag, and the sessions of a card code, by index', async () => {
    const plans = await server.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local enable_bitmapscan = off`.execute(tx)
      await sql`set local role ${sql.id(webRole)}`.execute(tx)
      const accountId = sql`${operator.accountId}::uuid`
      const { sql: code } = transactionSource.columns.code!
      return [
        await planOf(
          tx,
          sql`select id from activity where account_id = ${accountId} and tag_folded = 'tag-7' and card_id is null order by id desc limit 10`,
        ),
        await planOf(
          tx,
          sql`select t.id from transactions t where t.account_id = ${accountId} and ${code} = 'TAG-7'`,
        ),
      ]
    })
    expect(plans[0]).toMatch(/Index Cond: .*tag_folded = 'tag-7'/)
    expect(plans[1]).toMatch(/Index Cond: .*id_tag.* = 'TAG-7'/)
  })
})
