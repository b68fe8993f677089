import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ActivityKind,
  accessRuleSet,
  activityList,
  carSet,
  cardCount,
  cardList,
  clientList,
  demoRemove,
  demoState,
  clientSet,
  incidentEscalationSet,
  invoiceDraft,
  invoiceGet,
  invoiceList,
  methodRun,
  sellerList,
  meterSeries,
  meterValueList,
  networkList,
  noteSet,
  ownerStatementGet,
  ownerStatementList,
  ownerStatementPay,
  paymentCreate,
  reportList,
  reportSum,
  siteList,
  stationList,
  stationSet,
  tariffCheck,
  tariffList,
  transactionCount,
  transactionList,
} from '@stationmaster/contract'
import { SimulatedStation } from '@stationmaster/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countEvents } from '../src/modules/activity/counts-store.ts'
import { hasQueued } from '../src/modules/charges/rating-store.ts'
import { lastMonth } from '../src/modules/reports/index.ts'
import { tariffOfSession } from '../src/modules/tariffs/index.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { fastestFolder } from './cluster.ts'
import { dayFromNow } from './report-fixture.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let folder: string
let origin: string
beforeAll(async () => {
  folder = await mkdtemp(join(await fastestFolder(), 'sm-demo-'))
  server = await TestServer.open({ DATA_DIR: folder, OFFLINE_PAYMENTS: 'on' })
  origin = server.url.replace('http', 'ws')
  admin = await server.signIn('admin')
  await server.request(stationSet, { id: null, identity: 'MINE' }, admin)
  expect(await server.app.seedDemo(origin)).toEqual({ stations: 18, isNew: true })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

interface Fleet {
  url: string
  cards: string[]
  stations: { identity: string; key: string; behaviour: string; connectors: { kind: string }[] }[]
}
const countedSessions = async () => {
  const { rows } = await sql<{ events: number }>`select coalesce(sum(events), 0)::int as events
    from activity_counts where kind = 'session_started'`.execute(server.db)
  return rows[0]!.events
}
const path = () => join(folder, 'demo-fleet.json')
const fleet = async () => JSON.parse(await readFile(path(), 'utf8')) as Fleet

test('its cards were last used at the start of their newest transaction', async () => {
  const [newest] = await server.request(transactionList, { orderby: ['datestart DESC'], reclimit: 1 }, admin)
  const [card] = await server.request(cardList, { filter: { code: newest!.code } }, admin)
  expect(card!.lastused).toBe(newest!.datestart)
})

test('has the events of its sessions and outages of the last days', async () => {
  const to = new Date()
  const from = new Date(to.getTime() - 7 * 86_400_000)
  const count = async (...kinds: ActivityKind[]) => {
    const period = { from: from.toISOString(), to: to.toISOString() }
    return (await server.request(activityList, { ...period, kinds, reclimit: 1000 }, admin)).length
  }
  const finished = await server.db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('started_at', '>', from)
    .executeTakeFirstOrThrow()
  expect(await count('session_started')).toBe(Number(finished.count))
  expect(await count('fault_raised', 'disconnected')).toBeGreaterThan(0)
})

test('has invoices in several states, as trials with documents, which book nothing', async () => {
  const invoices = await server.request(invoiceList, { orderby: ['created'] }, admin)
  const amounts = invoices.map(({ amount }) => Number(amount))
  expect(
    invoices.map(({ code, statecode, overdue, trial }) => [code?.slice(0, 8), statecode, overdue, trial]),
  ).toEqual(
    expect.arrayContaining([
      ['DEMO-INV', 'paid', false, true],
      ['DEMO-INV', 'in_progress', true, true],
      ['DEMO-INV', 'in_progress', false, true],
      ['DEMO-CN-', 'closed', false, true],
      [undefined, 'created', false, true],
    ]),
  )
  expect(amounts).toHaveLength(5)
  expect(Math.min(...amounts)).toBeGreaterThan(0)
  await server.app.jobs.work('invoices.documents')
  const [paid] = invoices.filter(({ statecode }) => statecode === 'paid')
  const { id } = paid!
  expect(await server.request(invoiceGet, { id }, admin)).toMatchObject({
    open: '0.00',
    error: null,
    documents: [{ kind: 'pdf' }],
    mails: [],
  })
  const body = { id, code: 'credit', params: { reason: 'x' } }
  expect(await server.requestError(methodRun, body, admin)).toMatchObject({ code: 'invoice.demo' })
  const open = invoices.find(({ statecode }) => statecode === 'in_progress')!
  const payment = { invoice: open.id, provider: 'offline' as const }
  expect(await server.requestError(paymentCreate, payment, admin)).toMatchObject({ code: 'invoice.demo' })
  const { rows } = await sql`select from ledger_transfers`.execute(server.db)
  expect(rows).toHaveLength(0)
})

test('has reports and statements of owners since the beginning of the last month, which book nothing', async () => {
  await sql`update rating_queue set queued_at = now() - interval '1 minute'`.execute(server.db)
  // thousands of sessions; on a busy machine a run of 20 s leaves some of them to the next one
  do await server.app.jobs.work('charges.rate')
  while (await hasQueued(server.db))
  await server.app.jobs.work('demo.statements')
  await server.app.jobs.work('reports.owner-shares')
  const month = lastMonth(new Date())
  // the day of a session is that of the time zone of its station
  const days = { from: month, to: dayFromNow(1) }
  const of = (by: 'period' | 'station' | 'site' | 'network' | 'client' | 'tariff') =>
    server.request(reportList, { ...days, by, period: 'month' }, admin)
  const groups = await Promise.all(
    (['period', 'station', 'site', 'network', 'client', 'tariff'] as const).map(of),
  )
  for (const rows of groups) {
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.every(({ demo, net, sessions }) => demo && Number(net) > 0 && sessions > 0)).toBe(true)
  }
  const [sum] = await server.request(reportSum, days, admin)
  const totals = groups.map((rows) => rows.reduce((total, { net }) => total + Number(net), 0).toFixed(2))
  expect(new Set(totals)).toEqual(new Set([sum!.net]))
  // what the report shows is what the sessions of clients cost
  const { rows: rated } = await sql<{ net: number }>`select sum(net_minor)::int as net from ratings
    where hold_reason = 'demo' and client_id is not null`.execute(server.db)
  expect(Math.round(Number(sum!.net) * 100)).toBe(rated[0]!.net)

  const statements = await server.request(ownerStatementList, {}, admin)
  expect(statements.map(({ ownername, demo }) => [ownername, demo])).toEqual(
    expect.arrayContaining([
      ['Flotte Nord GmbH', true],
      ['Hotels Lumière SA', true],
      ['Rail & Ride AB', true],
    ]),
  )
  expect(statements.every((one) => one.month === month && Number(one.share) > 0)).toBe(true)
  expect(statements.map(({ statecode }) => statecode).toSorted()).toEqual(['open', 'open', 'paid'])
  expect(statements.map(({ holder }) => holder)).toEqual(statements.map(({ ownername }) => ownername))
  const { id } = statements.find(({ statecode }) => statecode === 'open')!
  const refused = await server.requestError(ownerStatementPay, { id }, admin)
  expect(refused.code).toBe('owner_statement.demo')
  await server.app.jobs.work('reports.statement-documents')
  expect((await server.request(ownerStatementGet, { id }, admin)).documents).toHaveLength(1)
  const { rows } = await sql`select from ledger_transfers`.execute(server.db)
  expect(rows).toHaveLength(0)
})

test('a session of the demo that is rated again is in reports once', async () => {
  const count = async () => {
    const { rows } = await sql<{ entries: number; sessions: number }>`select count(*)::int as entries,
      count(distinct transaction_id)::int as sessions from revenue_entries`.execute(server.db)
    return rows[0]!
  }
  const before = await count()
  const { rows } = await sql<{ id: string }>`select transaction_id as id from revenue_entries
    order by booked_at desc limit 1`.execute(server.db)
  const { id } = rows[0]!
  // the second change restores the session for the other tests
  for (const wh of [1000, -1000]) {
    await sql`update transactions set meter_stop_wh = meter_stop_wh + ${wh}, energy_wh = energy_wh + ${wh}
      where id = ${id}`.execute(server.db)
    await sql`insert into rating_queue (transaction_id, queued_at) values (${id}, now() - interval '1 minute')`.execute(
      server.db,
    )
    await server.app.jobs.work('charges.rate')
    expect(await count()).toEqual(before)
  }
  expect(before.entries).toBe(before.sessions)
  // what is real does not become part of the demo, which can be deleted
  const change = sql`update revenue_entries set is_demo = not is_demo`.execute(server.db)
  await expect(change).rejects.toMatchObject({ code: '23001' })
})

test('a session of the demo in a statement of an owner that is rated again leaves the statement as it is', async () => {
  const { rows: stated } = await sql<{ id: string; statement: string }>`
    select e.transaction_id as id, s.statement_id as statement from owner_shares s
    join revenue_entries e on e.id = s.entry_id where s.statement_id is not null limit 1`.execute(server.db)
  const { id, statement } = stated[0]!
  const sums = async () => {
    const { rows } = await sql<{ net: number; revenue: number; rating: number }>`select
      (select sum(net_minor)::int from owner_shares where statement_id = ${statement}) as net,
      (select sum(net_minor)::int from revenue_entries where transaction_id = ${id}) as revenue,
      (select net_minor::int from ratings where transaction_id = ${id} and superseded_by is null) as rating`.execute(
      server.db,
    )
    return rows[0]!
  }
  const before = await sums()
  expect(before.revenue).toBe(before.rating)
  // the second change restores the session for the other tests
  for (const wh of [5000, -5000]) {
    await sql`update transactions set meter_stop_wh = meter_stop_wh + ${wh}, energy_wh = energy_wh + ${wh}
      where id = ${id}`.execute(server.db)
    await sql`insert into rating_queue (transaction_id, queued_at) values (${id}, now() - interval '1 minute')`.execute(
      server.db,
    )
    await server.app.jobs.work('charges.rate')
    const after = await sums()
    expect(after).toEqual({ net: before.net, revenue: after.rating, rating: after.rating })
    expect(after.rating === before.rating).toBe(wh < 0)
  }
})

test('its seller issues no invoice of real clients', async () => {
  const [seller] = await server.request(sellerList, {}, admin)
  const client = await server.request(clientSet, { id: null, name: 'Real' }, admin)
  const body = { client: client.id, seller: seller!.id, periodfrom: '2026-01-01', periodto: '2026-12-31' }
  expect(await server.requestError(invoiceDraft, body, admin)).toMatchObject({ code: 'invoice.no_seller' })
  await sql`delete from clients where id = ${client.id}`.execute(server.db)
})

test('has tariffs that apply to its sessions, and none that AFIR forbids', async () => {
  const tariffs = await server.request(tariffList, { orderby: ['code'] }, admin)
  expect(tariffs.map(({ code, statecode, price, warnings }) => [code, statecode, price, warnings])).toEqual([
    ['DEMO-DEFAULT', 'active', '0.49', 0],
    ['DEMO-FAST', 'active', '0.69', 0],
    ['DEMO-FLEET', 'active', '0.36', 0],
    ['DEMO-NIGHT', 'active', '0.35', 0],
  ])
  for (const { id } of tariffs) expect(await server.request(tariffCheck, { id }, admin)).toEqual([])
  const sessions = await server.db.selectFrom('transactions').select('id').execute()
  const found = await inTransaction(server.db, (tx) =>
    tariffOfSession(
      tx,
      sessions.map(({ id }) => id),
      new Date(),
    ),
  )
  expect(found.size).toBe(sessions.length)
  expect(new Set([...found.values()].map(({ reason }) => reason))).toEqual(
    new Set(['client', 'mode', 'default']),
  )
})

test('has stations of each kind, drivers and weeks of transactions with their curves', async () => {
  const stations = await server.request(stationList, { filter: { demo: true } }, admin)
  expect(stations).toHaveLength(18)
  expect(stations.filter((station) => station.typecode === 'private')).toHaveLength(1)
  expect(stations.every((station) => station.lat && station.address && station.timezone)).toBe(true)
  expect(stations.filter(({ site, tags }) => site !== null && tags.length > 0)).toHaveLength(12)
  const sites = await server.request(siteList, {}, admin)
  expect(sites).toHaveLength(12)
  for (const site of sites)
    expect(site).toMatchObject({ stations: 1, networkname: expect.stringMatching('Demo') as string })
  const clients = await server.request(clientList, {}, admin)
  expect(clients.map(({ cards }) => cards > 0)).toEqual([true, true, true, true])
  expect((await server.request(transactionCount, {}, admin)).count).toBeGreaterThan(500)
  const [session] = await server.request(
    transactionList,
    { search: [{ field: 'soc', compare: 'INN' }] },
    admin,
  )
  const series = await server.request(meterSeries, { transactionid: session!.transactionid }, admin)
  expect(series.energy.at(-1)).toBe(session!.energy)
  expect(Math.max(...series.power.map((power) => power ?? 0))).toBeGreaterThan(20_000)
  expect(series.soc.every((soc) => soc !== null)).toBe(true)
})

// Proves F2
test('the file of virtual stations is readable by its owner only, and the simulator connects with it', async () => {
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  const { url, cards, stations } = await fleet()
  expect(cards).toHaveLength(12)
  expect(new Set(stations.map((each) => each.behaviour))).toEqual(
    new Set(['living', 'faulted', 'offline', 'idle']),
  )
  expect(new Set(stations.flatMap((each) => each.connectors.map((one) => one.kind)))).toEqual(
    new Set(['ac', 'dc']),
  )
  const [first] = stations
  const station = new SimulatedStation({ url, identity: first!.identity, key: first!.key }).start()
  await station.until((each) => each.isOnline, 'an accepted boot')
  await station.stop()
})

test('a second start adds nothing and keeps the keys', async () => {
  const before = await fleet()
  const count = await server.request(transactionCount, {}, admin)
  expect(await server.app.seedDemo(origin)).toEqual({ stations: 18, isNew: false })
  expect(await fleet()).toEqual(before)
  expect(await server.request(transactionCount, {}, admin)).toEqual(count)
})

test('a lost file is written again, with keys that fit', async () => {
  const before = await fleet()
  await rm(path())
  await server.app.seedDemo(origin)
  const after = await fleet()
  expect(after.stations.map((each) => each.identity)).toEqual(before.stations.map((each) => each.identity))
  expect(after.stations[0]!.key).not.toBe(before.stations[0]!.key)
})

test('meter values are listed as they were sent, page by page', async () => {
  const [session] = await server.request(transactionList, { reclimit: 1 }, admin)
  const filter = { transactionid: session!.transactionid }
  const all = await server.request(meterValueList, { filter }, admin)
  const first = await server.request(meterValueList, { filter, reclimit: 7 }, admin)
  const rest = await server.request(meterValueList, { filter, after: first.at(-1)!.id }, admin)
  expect([...first, ...rest]).toEqual(all)
  const power = { filter: { ...filter, measurand: 'Power.Active.Import' } }
  expect((await server.request(meterValueList, power, admin)).length).toBeLessThan(all.length)
  const other = await server.user('other', { accountId: await server.addAccount('other') })
  expect(await server.request(meterValueList, { filter }, other)).toEqual([])
  expect((await server.requestError(meterSeries, filter, other)).status).toBe(404)
  expect((await server.requestError(meterValueList, {}, other)).status).toBe(400)
})

// Proves F2
test('is removed with one action, including the access of its stations, and leaves other data', async () => {
  const { url, stations } = await fleet()
  const station = new SimulatedStation({
    url,
    identity: stations[0]!.identity,
    key: stations[0]!.key,
  }).start()
  await station.until((each) => each.isOnline, 'an accepted boot')
  expect(await server.request(demoState, {}, admin)).toEqual({ present: true, stations: 18 })
  await countEvents(server.db)
  const counted = await countedSessions()
  expect(counted).toBeGreaterThan(0)
  // a start that is being stored when the removal begins
  const late = await server.db.startTransaction().execute()
  await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, decision, start_key,
      started_at, meter_start_wh, state)
    select gen_random_uuid(), (select max(number) + 1 from transactions), account_id, id, 1, 'LATE', 'late', 'Accepted', 'late',
      now(), 0, 'running' from stations where is_demo limit 1`.execute(late)
  const removal = server.request(demoRemove, {}, admin)
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(server.db)).rows).toHaveLength(1)
  // one that fails could be repeated
  expect(await server.request(demoState, {}, admin)).toEqual({ present: true, stations: 18 })
  await late.commit().execute()
  expect(await removal).toEqual({ result: true, stations: 18 })
  expect(await server.request(demoState, {}, admin)).toEqual({ present: false, stations: 0 })
  expect((await server.request(stationList, {}, admin)).map((each) => each.identity)).toEqual(['MINE'])
  expect((await server.request(cardCount, {}, admin)).count).toBe(0)
  expect(await server.request(siteList, {}, admin)).toEqual([])
  expect(await server.request(clientList, {}, admin)).toEqual([])
  expect(await server.request(tariffList, {}, admin)).toEqual([])
  expect(await server.request(invoiceList, {}, admin)).toEqual([])
  expect(await server.request(sellerList, {}, admin)).toEqual([])
  expect(await server.request(ownerStatementList, {}, admin)).toEqual([])
  for (const table of ['revenue_entries', 'owner_shares', 'owner_banks', 'ratings'])
    expect((await sql`select from ${sql.table(table)}`.execute(server.db)).rows, table).toEqual([])
  expect(await server.request(networkList, {}, admin)).toEqual([])
  expect((await server.request(transactionCount, {}, admin)).count).toBe(0)
  const left = await server.db.selectFrom('meter_values').select('station_id').limit(1).execute()
  expect(left).toEqual([])
  expect(await server.request(activityList, { kinds: ['session_started'] }, admin)).toEqual([])
  expect(await countedSessions()).toBe(0)
  await expect(readFile(path())).rejects.toThrow('ENOENT')
  await station.until((each) => !each.isOnline, 'a closed socket')
  await station.stop()
  expect(await server.app.seedDemo(origin)).toEqual({ stations: 18, isNew: true })
  // events of half hours that were counted before are counted, too
  expect(await countedSessions()).toBeGreaterThan(0)
})

test('is removed with what users added to it; a client with users remains, so that they see no more than before', async () => {
  const clients = await server.request(clientList, { orderby: ['code'] }, admin)
  const [, fleets, hotels] = clients.map(({ id }) => id)
  const [site] = await server.request(siteList, { reclimit: 1 }, admin)
  await server.request(carSet, { id: null, identity: 'HH E 1', client: fleets }, admin)
  const rule = { id: null, label: 'Night', client: fleets, effect: 'deny', cardclient: fleets }
  await server.request(accessRuleSet, rule, admin)
  const escalation = { site: site!.id, severity: 'critical', minutes: 5, user: admin.id }
  await server.request(incidentEscalationSet, escalation, admin)
  const [session] = await server.request(transactionList, { reclimit: 1 }, admin)
  for (const about of [
    { classcode: 'site', object: site!.id },
    { classcode: 'transaction', object: session!.id },
  ])
    await server.request(noteSet, { id: null, ...about, text: 'Seen on site' }, admin)
  const { id } = await server.addUser('member')
  await server.db.updateTable('users').set({ client_id: hotels }).where('id', '=', id).execute()
  await server.request(demoRemove, {}, admin)
  expect(await server.request(siteList, {}, admin)).toEqual([])
  const left = await server.request(clientList, {}, admin)
  expect(left.map((client) => client.id)).toEqual([hotels])
  const notes = await server.db.selectFrom('notes').select('id').execute()
  expect(notes).toEqual([])
  expect(await server.request(stationList, {}, await server.signIn('member'))).toEqual([])
})
