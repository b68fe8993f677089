import { clientSet, ocppLogList, ocppLogSearch } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listLog } from '../src/modules/journal/list-log.ts'
import { LogDays } from '../src/modules/journal/log-days-store.ts'
import { newId } from '../src/shared/ids.ts'
import type { Scope } from '../src/shared/scope.ts'
import { type TestUser, TestServer } from './test-server.ts'

type Body = Parameters<typeof server.request<typeof ocppLogSearch>>[1]

const entries = 48_000
const days = 4
let server: TestServer
let operator: TestUser
let ofClient: TestUser
const [theirs, others] = [newId(), newId()]
/** Ids of the rare entries by station, newest first. */
let rare: { id: string; station: string }[]

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  const client = (await server.request(clientSet, { id: null, name: 'Client' }, operator)).id
  const { id: userId } = await server.addUser('carla')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', userId).execute()
  ofClient = await server.signIn('carla')
  const { accountId } = operator
  await sql`insert into stations (id, account_id, identity, client_id)
    values (${theirs}, ${accountId}, 'THEIRS', ${client}), (${others}, ${accountId}, 'OTHERS', null)`.execute(
    server.db,
  )
  await sql`select make_partition('ocpp_log', 'ocpp_log_' || to_char(day, 'YYYYMMDD'), day::timestamp at time zone 'UTC',
    (day + 1)::timestamp at time zone 'UTC') from (select current_date - n as day from generate_series(2, ${sql.lit(days)}) n) d`.execute(
    server.db,
  )
  // one entry in 20 is that of the client's station, two in 12,000 are those of boots, one of each station; times have
  // half a millisecond, so that a bound, which has milliseconds, is never equal to one of them
  await sql`insert into ocpp_log (at, account_id, station_id, is_outgoing, action)
    select date_trunc('milliseconds', now()) - interval '500 microseconds' - (${sql.lit(entries)} - n) * interval '${sql.lit(days - 1)} days' / ${sql.lit(entries)}, ${accountId}::uuid,
      case when n % 20 = 0 then ${theirs}::uuid else ${others}::uuid end, false,
      case when n % 12000 in (0, 7) then 'BootNotification' else 'StatusNotification' end
    from generate_series(1, ${sql.lit(entries)}) n order by n`.execute(server.db)
  rare = (
    await sql<{ id: string; station: string }>`
      select id::text, station_id as station from ocpp_log where action = 'BootNotification' order by ocpp_log.id desc`.execute(
      server.db,
    )
  ).rows
})
afterAll(() => server.close())

/** Searches to the end; returns what was found and how many requests it took. */
async function searchAll(query: Body, user = operator): Promise<{ ids: string[]; requests: number }> {
  const ids: string[] = []
  let after: string | undefined
  for (let requests = 1; ; requests += 1) {
    const { rows, until } = await server.request(ocppLogSearch, { ...query, after }, user)
    ids.push(...rows.map(({ id }) => id))
    if (until === null) return { ids, requests }
    expect(Number(until.id)).not.toBe(Number(after))
    after = until.id
  }
}

const boots = { filter: { action: 'BootNotification' } }
const idsOf = (found: typeof rare) => found.map(({ id }) => id)

test('finds the few entries that match, in any number of requests', async () => {
  expect(rare).toHaveLength(8)
  expect((await searchAll(boots)).ids).toEqual(idsOf(rare))
  expect((await searchAll({ ...boots, reclimit: 1 })).ids).toEqual(idsOf(rare))
  expect((await searchAll({ ...boots, reclimit: 3, oldestfirst: true })).ids).toEqual(
    idsOf(rare).toReversed(),
  )
  expect((await searchAll({ filter: { ...boots.filter, stationid: others } })).ids).toHaveLength(4)
})

test('a user of a client finds the entries of its stations only', async () => {
  const own = rare.filter(({ station }) => station === theirs)
  expect(own).toHaveLength(4)
  expect((await searchAll(boots, ofClient)).ids).toEqual(idsOf(own))
  expect((await searchAll({ filter: { ...boots.filter, stationid: others } }, ofClient)).ids).toEqual([])
})

const bounded = (field: string, compare: 'GTR' | 'LEQ' | 'LSS', value: string) => ({
  ...boots,
  search: [{ field, compare, value }],
})

test('bounds of time and id limit what is searched', async () => {
  const { rows } = await sql<{ id: string; at: Date }>`
    select id::text, at from ocpp_log where id = ${rare[3]!.id}::bigint`.execute(server.db)
  const at = rows[0]!.at.toISOString()
  expect((await searchAll(bounded('id', 'GTR', rare[3]!.id))).ids).toEqual(idsOf(rare.slice(0, 3)))
  expect((await searchAll(bounded('datetime', 'GTR', at))).ids).toEqual(idsOf(rare.slice(0, 4)))
  expect((await searchAll(bounded('datetime', 'LSS', at))).ids).toEqual(idsOf(rare.slice(4)))
  expect((await searchAll(bounded('id', 'LSS', '500'))).requests).toBe(1)
})

const listed = async (query: Parameters<typeof server.request<typeof ocppLogList>>[1], user = operator) =>
  (await server.request(ocppLogList, query, user)).map(({ id }) => id)

describe('the list of all stations', () => {
  test('has the few entries that match, in pages', async () => {
    expect(await listed(boots)).toEqual(idsOf(rare))
    expect(await listed({ ...boots, reclimit: 3 })).toEqual(idsOf(rare.slice(0, 3)))
    expect(await listed({ ...boots, reclimit: 3, after: rare[2]!.id })).toEqual(idsOf(rare.slice(3, 6)))
    expect(await listed({ ...boots, reclimit: 3, after: rare[7]!.id })).toEqual([])
    const own = rare.filter(({ station }) => station === theirs)
    expect(await listed(boots, ofClient)).toEqual(idsOf(own))
    expect(await listed({ filter: { action: 'DataTransfer' } })).toEqual([])
  })

  test('has the requested columns and any order', async () => {
    const rows = await server.request(ocppLogList, { ...boots, fields: ['id'], reclimit: 1 }, operator)
    expect(rows).toEqual([{ id: rare[0]!.id }])
    expect(await listed({ ...boots, orderby: ['id'] })).toEqual(idsOf(rare).toReversed())
    expect(await listed({ ...boots, reclimit: 2, recoffset: 1 })).toEqual(idsOf(rare.slice(1, 3)))
  })

  // Proves L220
  test('is refused if the time of a request ends before its page is full, and never shorter than it is', async () => {
    const scope: Scope = {
      accountId: operator.accountId,
      userId: operator.id,
      isAdmin: false,
      isDriver: false,
      clientId: null,
    }
    let nowMs = 0
    // each window takes a third of the time of a request
    const clock = { now: () => new Date(), monotonicMs: () => (nowMs += 400) }
    const deps = { db: server.db, clock, days: new LogDays({ db: server.db, clock }) }
    expect(await listLog(deps, scope, boots)).toMatchObject({ code: 'list.few_found' })
    expect(await listLog(deps, scope, { ...boots, reclimit: 1 })).toMatchObject([{ id: rare[0]!.id }])
  })
})
