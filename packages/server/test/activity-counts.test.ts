import {
  activityHistogram,
  activityKinds,
  activityList,
  type BodyOf,
  clientSet,
  siteSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countEvents } from '../src/modules/activity/counts-store.ts'
import { halfHourMs } from '../src/modules/activity/counted-parts.ts'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const nowMs = Date.now()
const days = 90

interface Event {
  id: string
  ms: number
  kind: string
  account: string
  station: string
}

let server: TestServer
let operator: TestUser
let stranger: TestUser
let admin: TestUser
let ofClient: TestUser
let events: Event[]
let site: string
let client: string
/** Of the operator; the first six are at the site, the first belongs to the client. */
const own = Array.from({ length: 8 }, newId)
const foreign = newId()

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  stranger = await server.user('stan', { accountId: await server.addAccount('other') })
  admin = await server.user('adam', { isAdmin: true })
  const { accountId } = operator
  client = (await server.request(clientSet, { id: null, name: 'Client' }, operator)).id
  site = (await server.request(siteSet, { id: null, label: 'Site' }, operator)).id
  const { id: userId } = await server.addUser('carla')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', userId).execute()
  ofClient = await server.signIn('carla')
  for (const [n, id] of [...own, foreign].entries())
    await sql`insert into stations (id, account_id, identity, site_id, client_id) values (${id},
      ${id === foreign ? stranger.accountId : accountId}, ${`CP-${n}`}, ${n < 6 ? site : null}, ${n === 0 ? client : null})`.execute(
      server.db,
    )
  events = await addEvents(1_500)
  await countEvents(server.db)
})
afterAll(() => server.close())

/** Numbers that are the same in each run. */
let state = 7
const random = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((state / 2 ** 31) * below)
}

/** Adds events of all kinds: denser towards now, some of them at the first and last ms of a half hour. */
async function addEvents(count: number): Promise<Event[]> {
  const made = Array.from({ length: count }, (_, n): Event => {
    const age = random(random(days * dayMs) + 1)
    const ms = nowMs - age
    const border = ms - (ms % halfHourMs)
    const station = n % 5 === 0 ? foreign : own[random(own.length)]!
    return {
      id: '',
      ms: n % 7 === 0 ? border : n % 7 === 1 ? border - 1 : ms,
      kind: activityKinds[random(activityKinds.length)]!,
      account: station === foreign ? stranger.accountId : operator.accountId,
      station,
    }
  })
  const { rows } = await sql<{ n: number; id: string }>`
    with given as (select *, activity_id(to_timestamp(ms / 1000::float8)) as id from json_to_recordset(${JSON.stringify(
      made.map((event, n) => ({ n, ...event, id: undefined })),
    )}::json) as x(n int, ms bigint, kind text, account uuid, station uuid)),
    added as (insert into activity (id, at, account_id, kind, station_id)
      select id, to_timestamp(ms / 1000::float8), account, kind, station from given)
    select n, id::text from given`.execute(server.db)
  for (const { n, id } of rows) made[n]!.id = id
  return made
}

const sees = (who: TestUser) => (event: Event) =>
  who === admin || (event.account === who.accountId && (who !== ofClient || event.station === own[0]))

type Body = BodyOf<typeof activityHistogram>

/** Sum of all categories per part, by the API and by the events themselves. */
async function both(body: Body & { buckets: number }, who: TestUser) {
  const answer = await server.request(activityHistogram, body, who)
  const [fromMs, toMs] = [Date.parse(body.from), Date.parse(body.to)]
  const partMs = Math.ceil((toMs - fromMs) / body.buckets)
  const expected: Record<number, number> = {}
  for (const { ms, kind } of events.filter(sees(who))) {
    if (ms < fromMs || ms >= toMs || (body.kinds && !body.kinds.includes(kind as never))) continue
    const part = Math.floor((ms - fromMs) / partMs)
    expected[part] = (expected[part] ?? 0) + 1
  }
  const sum = ({ part, ...counts }: (typeof answer)[number]) => [
    part,
    Object.values(counts).reduce<number>(
      (total, count) => total + (typeof count === 'number' ? count : 0),
      0,
    ),
  ]
  return { found: Object.fromEntries(answer.map(sum)) as Record<number, number>, expected }
}

describe('the histogram of a long period', () => {
  test('counts the same as the events, for any period, kinds and viewer', async () => {
    for (let round = 0; round < 16; round++) {
      const fromMs = nowMs - random(days * dayMs)
      const toMs = fromMs + 1 + random(days * dayMs)
      const body = {
        from: new Date(round % 4 === 0 ? fromMs - (fromMs % halfHourMs) : fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        buckets: 1 + random(120),
        ...(round % 3 === 0 ? { kinds: activityKinds.slice(0, 1 + random(6)) } : {}),
      }
      for (const who of [operator, stranger, admin, ofClient]) {
        const { found, expected } = await both(body, who)
        expect(found, JSON.stringify(body)).toEqual(expected)
      }
    }
  })

  // Proves L173
  test('reads counts of half hours that ended an hour ago, except for users who see a part of the account', async () => {
    const { n } = await sql<{ n: number }>`select count(*)::int as n from activity_counts where half_hour
      >= ${Math.floor((Date.now() - 60 * minuteMs) / halfHourMs)}`
      .execute(server.db)
      .then(({ rows }) => rows[0]!)
    expect(n).toBe(0)
    const body = {
      from: new Date(nowMs - 60 * dayMs).toISOString(),
      to: new Date(nowMs).toISOString(),
      buckets: 1,
    }
    const totals = async () =>
      Promise.all([operator, stranger, ofClient].map(async (who) => (await both(body, who)).found[0] ?? 0))
    const before = await totals()
    await sql`update activity_counts set events = events + 1000 where (account_id, half_hour, kind) = (
      select account_id, half_hour, kind from activity_counts where account_id = ${operator.accountId}
      order by half_hour desc limit 1)`.execute(server.db)
    const after = await totals()
    await sql`update activity_counts set events = events - 1000 where events > 1000`.execute(server.db)
    expect(after).toEqual([before[0]! + 1000, before[1], before[2]])
  })
})

test('the list of many stations has the newest events of all, page by page', async () => {
  const ofSite = events
    .filter(({ station }) => own.indexOf(station) >= 0 && own.indexOf(station) < 6)
    .map(({ id }) => BigInt(id))
    .sort((one, other) => (one < other ? 1 : -1))
    .map(String)
  const found: string[] = []
  for (let after: string | undefined; found.length < ofSite.length; after = found.at(-1)) {
    const page = await server.request(activityList, { siteid: site, after, reclimit: 400 }, operator)
    found.push(...page.map(({ id }) => id))
    if (page.length < 400) break
  }
  expect(found).toEqual(ofSite)
  const from = new Date(nowMs - 5 * dayMs).toISOString()
  const recent = await server.request(activityList, { siteid: site, from, reclimit: 1000 }, operator)
  expect(recent.map(({ id }) => id)).toEqual(
    ofSite.filter((id) => Number(BigInt(id) >> 20n) >= nowMs - 5 * dayMs),
  )
})

test('users of a client find the events of its stations and of its cards elsewhere', async () => {
  const { accountId } = operator
  const [card, other] = [newId(), newId()]
  await sql`insert into cards (id, account_id, code, code_folded, client_id) values
    (${card}, ${accountId}, 'Theirs', 'theirs', ${client}), (${other}, ${accountId}, 'Other', 'other', null)`.execute(
    server.db,
  )
  const { rows } = await sql<{ id: string; card: string }>`
    insert into activity (id, at, account_id, kind, station_id, card_id, id_tag)
    select activity_id(at), at, ${accountId}::uuid, 'authorization_refused', ${own[7]!}::uuid, card, tag
    from (values (${card}::uuid, 'THEIRS', now() - interval '3 days'), (${card}::uuid, 'former', now() - interval '80 days'),
      (${other}::uuid, 'other', now())) as given (card, tag, at)
    returning id::text, card_id as card`.execute(server.db)
  const ofCard = rows.filter((row) => row.card === card).map(({ id }) => id)
  for (const kinds of [undefined, ['authorization_refused' as const], ['booted' as const]]) {
    const ofStation = events.filter(
      (event) => event.station === own[0] && (!kinds || kinds.includes(event.kind as never)),
    )
    const expected = [
      ...ofStation.map(({ id }) => id),
      ...(!kinds || kinds[0] === 'authorization_refused' ? ofCard : []),
    ].sort((one, next) => (BigInt(one) < BigInt(next) ? 1 : -1))
    const found = await server.request(activityList, { kinds, reclimit: 1000 }, ofClient)
    expect(found.map(({ id }) => id)).toEqual(expected)
  }
  await sql`delete from activity where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(server.db)
})

// Proves L174
test('counts end with the events: those of deleted ones are removed', async () => {
  const limit = nowMs - 30 * dayMs
  await sql`delete from activity where at < ${new Date(limit)}`.execute(server.db)
  events = events.filter(({ ms }) => ms >= limit)
  await countEvents(server.db)
  const { rows } = await sql<{ first: number; events: number }>`
    select min(half_hour) as first, sum(events)::int as events from activity_counts`.execute(server.db)
  expect(rows[0]!.first).toBeGreaterThanOrEqual(Math.floor(limit / halfHourMs))
  expect(rows[0]!.events).toBeGreaterThan(100)
})
