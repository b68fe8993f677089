import {
  methodRun,
  reportList,
  type ReportRow,
  reportSum,
  sessionCost,
  siteSet,
  stationSet,
  type TariffDefinition,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, connectStation, correctMeter, rateAll } from './charge-fixture.ts'
import { dayFromNow, ReportFixture } from './report-fixture.ts'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let fixture: ReportFixture
beforeAll(async () => {
  server = await TestServer.open()
  fixture = new ReportFixture(server)
})
afterAll(() => server.close())

/** All days on which the tests book. */
const days = { from: dayFromNow(-2), to: dayFromNow(2) }

const netList: TariffDefinition = {
  currency: 'EUR',
  tax_included: 'NO',
  vat: 1900,
  elements: [{ price_components: [{ type: 'ENERGY', price: '0.33' }] }],
}

/** Corrects the meter of an ended session, and rates it again. */
async function correct(id: string, wh: number): Promise<void> {
  await correctMeter(server, id, wh)
  await rateAll(server)
}

/** Returns the sums of the transfers of an account between kinds of ledger accounts. */
async function transfers(
  accountId: string,
): Promise<(journal: string, debit: string, credit: string) => number> {
  const { rows } = await sql<{ journal: string; debit: string; credit: string; amount: number }>`
    select case when j.kind = 'reversal' then 'session' else j.kind end as journal, d.kind as debit, c.kind as credit,
      sum(t.amount_minor)::int as amount
    from ledger_transfers t join ledger_journals j on j.id = t.journal_id
    join ledger_accounts d on d.id = t.debit_id join ledger_accounts c on c.id = t.credit_id
    where t.account_id = ${accountId} group by 1, 2, 3`.execute(server.db)
  return (journal, debit, credit) =>
    rows.find((row) => row.journal === journal && row.debit === debit && row.credit === credit)?.amount ?? 0
}

/** Sessions, less what was taken back, in minor units as the ledger has them. */
async function bookedInLedger(accountId: string) {
  const of = await transfers(accountId)
  return {
    sessions: of('session', 'client', 'uninvoiced') - of('session', 'uninvoiced', 'client'),
    creditedNet: of('credit_note', 'revenue', 'client'),
    creditedTax: of('credit_note', 'tax', 'client'),
  }
}

const minor = (amount: string) => Math.round(Number(amount) * 100)
const sum = async (operator: TestUser, where = {}) => {
  const [row, ...others] = await server.request(reportSum, { ...days, ...where }, operator)
  expect(others).toEqual([])
  return row!
}
const list = (operator: TestUser, by: string, more = {}): Promise<ReportRow[]> =>
  server.request(reportList, { ...days, by, ...more }, operator)

describe('a report', () => {
  // 26.788 kWh x 0.42 = 11.25 and the fee of 1.00: 12.25, of which 1.96 is tax; 10 % of 10.29 are 1.03
  test('adds energy, revenue and commission of charges', async () => {
    const { operator, station } = await fixture.operator()
    const { card } = await fixture.payer(operator, 'Fleet')
    await fixture.charge(station, card, 26_788)
    expect(await sum(operator)).toEqual({
      currency: 'EUR',
      demo: false,
      sessions: 1,
      energy: 26_788,
      net: '10.29',
      tax: '1.96',
      gross: '12.25',
      commission: '1.03',
    })
    await station.socket.close()
  })

  test('equals the ledger after corrections, an approved proposal and a credit note', async () => {
    const { operator, station } = await fixture.operator()
    const { client, card } = await fixture.payer(operator, 'Fleet')
    const other = await fixture.payer(operator, 'Other')
    const first = await fixture.charge(station, card, 10_000)
    const second = await fixture.charge(station, card, 3_333)
    await fixture.charge(station, other.card, 7_777)
    await correct(first, 12_345)
    const reported = async () => minor((await sum(operator)).gross)
    const inLedger = async () => {
      const { sessions, creditedNet, creditedTax } = await bookedInLedger(operator.accountId)
      return sessions - creditedNet - creditedTax
    }
    // 5.18 + 1.00, 1.40 + 1.00 and 3.27 + 1.00
    expect([await reported(), await inLedger()]).toEqual([1_285, 1_285])
    const invoice = await fixture.issue(operator, client)
    expect(await reported()).toBe(await inLedger())
    await correct(second, 1_000)
    const { proposal } = await server.request(sessionCost, { id: second }, operator)
    expect(await reported()).toBe(await inLedger())
    await server.request(methodRun, { id: proposal!.charge!, code: 'approve' }, operator)
    // 0.42 + 1.00 instead of 2.40
    expect([await reported(), await inLedger()]).toEqual([1_187, 1_187])
    const params = { reason: 'Wrong client', lines: [1] }
    await server.request(methodRun, { id: invoice, code: 'credit', params }, operator)
    expect(await reported()).toBe(await inLedger())
    expect(await reported()).toBeLessThan(1_187)
    expect((await sum(operator)).sessions).toBeLessThanOrEqual(3)
    await station.socket.close()
  })

  test('of net prices equals the ledger without tax', async () => {
    const { operator, station } = await fixture.operator(netList)
    const { client, card } = await fixture.payer(operator, 'Fleet')
    await fixture.charge(station, card, 10_000)
    await fixture.charge(station, card, 1_234)
    const invoice = await fixture.issue(operator, client)
    const params = { reason: 'Wrong client', lines: [1] }
    await server.request(methodRun, { id: invoice, code: 'credit', params }, operator)
    const { sessions, creditedNet } = await bookedInLedger(operator.accountId)
    expect(creditedNet).toBeGreaterThan(0)
    expect(minor((await sum(operator)).net)).toBe(sessions - creditedNet)
    await station.socket.close()
  })

  test('has a row per object or period, which add up to the totals', async () => {
    const { operator, station } = await fixture.operator()
    const { id: site } = await server.request(
      siteSet,
      { id: null, label: 'Harbour', timezone: 'Europe/Berlin' },
      operator,
    )
    await server.request(stationSet, { id: station.id, site }, operator)
    const elsewhere = await connectStation(server, operator, 'CP-ELSEWHERE')
    const [fleet, other] = [await fixture.payer(operator, 'Fleet'), await fixture.payer(operator, 'Other')]
    await fixture.charge(station, fleet.card, 10_000)
    await fixture.charge(station, other.card, 20_000)
    await fixture.charge(elsewhere, other.card, 1_000)
    const total = await sum(operator)
    for (const by of ['period', 'station', 'site', 'network', 'client', 'tariff']) {
      const rows = await list(operator, by)
      const added = rows.reduce((all, { gross }) => all + minor(gross), 0)
      expect([by, added]).toEqual([by, minor(total.gross)])
    }
    const named = async (by: string) =>
      (await list(operator, by)).map(({ name, sessions, gross }) => [name, sessions, gross])
    expect(await named('site')).toEqual([
      ['Harbour', 2, '14.60'],
      [null, 1, '1.42'],
    ])
    expect(await named('client')).toEqual([
      ['Other', 2, '10.82'],
      ['Fleet', 1, '5.20'],
    ])
    expect(await named('tariff')).toEqual([['Standard', 3, '16.02']])
    const monthly = await list(operator, 'period', { period: 'month' })
    // the sessions of the last hour can be of two months
    expect(monthly.length).toBeLessThanOrEqual(2)
    for (const { period } of monthly) expect(period).toMatch(/^\d{4}-\d{2}-01$/)
    expect(await sum(operator, { siteid: site, client: fleet.client })).toMatchObject({ gross: '5.20' })
    await station.socket.close()
    await elsewhere.socket.close()
  })

  test('has the days of the time zone of the station', async () => {
    const { operator, station } = await fixture.operator()
    const { card } = await fixture.payer(operator, 'Fleet')
    await fixture.charge(station, card, 1_000)
    await sql`select add_revenue(array[c.id], 1, '2026-10-31T23:30:00Z') from charges c
      where c.account_id = ${operator.accountId} and c.service = 'FLAT'`.execute(server.db)
    await server.request(stationSet, { id: station.id, timezone: 'Europe/Berlin' }, operator)
    await sql`select add_revenue(array[c.id], 1, '2026-10-31T23:30:00Z') from charges c
      where c.account_id = ${operator.accountId} and c.service = 'FLAT'`.execute(server.db)
    const rows = await list(operator, 'period', { from: '2026-10-31', to: '2026-11-01' })
    expect(rows.map(({ period, gross }) => [period, gross])).toEqual([
      ['2026-10-31', '1.00'],
      ['2026-11-01', '1.00'],
    ])
    await station.socket.close()
  })

  test('shows users of a client what it pays, without the commission, and nothing to others', async () => {
    const { operator, station } = await fixture.operator()
    const [fleet, other] = [await fixture.payer(operator, 'Fleet'), await fixture.payer(operator, 'Other')]
    await fixture.charge(station, fleet.card, 10_000)
    await fixture.charge(station, other.card, 20_000)
    const member = await addMember(server, operator.accountId, fleet.client)
    expect(await sum(member)).toMatchObject({ gross: '5.20', commission: null })
    expect((await list(member, 'client')).map(({ name }) => name)).toEqual(['Fleet'])
    const { operator: stranger } = await fixture.operator()
    expect(await list(stranger, 'client')).toEqual([])
    await station.socket.close()
  })

  test('is a file with the same rows', async () => {
    const { operator, station } = await fixture.operator()
    await fixture.charge(station, (await fixture.payer(operator, 'Fleet')).card, 10_000)
    const body = { ...days, by: 'client', fields: ['name', 'currency', 'gross'] }
    const { status, body: file } = await server.post('/api/v1/report/list?format=csv', body, operator.token)
    expect([status, file]).toEqual([200, 'name,currency,gross\r\nFleet,EUR,5.20\r\n'])
    await station.socket.close()
  })

  // Proves L246
  test('has at most 1,100 days', async () => {
    const { operator } = await fixture.operator()
    const refused = (from: string, to: string) => server.requestError(reportSum, { from, to }, operator)
    expect((await refused('2020-01-01', '2026-01-01')).code).toBe('period.too_long')
    expect((await refused('2026-01-02', '2026-01-01')).code).toBe('period.end_before_start')
    const [none] = [await server.request(reportSum, { from: '2023-01-01', to: '2026-01-04' }, operator)]
    expect(none).toEqual([])
  })
})

test('the entries of charges are those that add_revenue computes, however the charges are added', async () => {
  const { operator, station } = await fixture.operator()
  const { id: version } = await server.db
    .selectFrom('tariff_versions')
    .select('id')
    .where('account_id', '=', operator.accountId)
    .executeTakeFirstOrThrow()
  // one with a commission, and one that is missing
  const versions = [version, newId()]
  const ratings = Array.from({ length: 60 }, () => newId())
  const transactionOf = new Map(ratings.map((id) => [id, newId()]))
  for (const id of ratings)
    await sql`insert into ratings (id, account_id, transaction_id, revision, engine, station_id, input, input_sha256)
      values (${id}, ${operator.accountId}, ${transactionOf.get(id)}, 1, 1, ${station.id}, '', '')`.execute(
      server.db,
    )
  const clientId = newId()
  const charges = ratings.flatMap((rating, n) =>
    (['ENERGY', 'TIME', 'FLAT', 'PARKING_TIME'] as const).slice(n % 3).map((service, line) => ({
      id: newId(),
      account_id: operator.accountId,
      rating_id: rating,
      transaction_id: transactionOf.get(rating)!,
      station_id: station.id,
      client_id: clientId,
      service,
      quantity: 10 * n + line,
      unit: 'count' as const,
      currency: 'EUR',
      digits: 2,
      amount_minor: (n * 7919 + line * 104_729) % 2_003,
      before_limit_minor: 0,
      // some with both, which no tariff has
      tax_included: n % 4 === 3 ? line % 2 === 0 : n % 2 === 0,
      tax_bp: n % 5 === 4 && line === 1 ? 700 : 1900,
      tariff_version_id: versions[n % 2]!,
      label: 'A',
      state: n % 7 === 6 && line === 2 ? 'proposed' : 'processing',
    })),
  )
  const entries = async (ids: readonly string[]) => {
    const { rows } = await sql`select rating_id, sum(sessions) as sessions, sum(energy_wh) as energy,
        sum(listed_minor) as listed, sum(net_minor) as net, sum(tax_minor) as tax, sum(commission_minor) as commission,
        min(day) as day, min(owner_id::text) as owner, min(tariff_id::text) as tariff
      from revenue_entries where rating_id = any(${ids}::uuid[]) group by rating_id order by rating_id`.execute(
      server.db,
    )
    return rows
  }
  const remove = async () => {
    await sql`alter table revenue_entries disable trigger user`.execute(server.db)
    await sql`delete from owner_shares where entry_id in (select id from revenue_entries
      where rating_id = any(${ratings}::uuid[]))`.execute(server.db)
    await sql`delete from revenue_entries where rating_id = any(${ratings}::uuid[])`.execute(server.db)
    await sql`alter table revenue_entries enable trigger user`.execute(server.db)
  }
  const insert = (rows: typeof charges) => server.db.insertInto('charges').values(rows).execute()
  // new ratings together, a few of which have what no tariff has; then plain ones alone; then the rest line by line
  const isPlain = (rating: string) =>
    charges.every(
      (one) => one.rating_id !== rating || (one.state !== 'proposed' && ratings.indexOf(rating) % 4 !== 3),
    )
  const mixed = ratings.slice(0, 20)
  const plain = ratings.slice(20).filter((rating) => isPlain(rating))
  const single = ratings.slice(20).filter((rating) => !isPlain(rating))
  const of = (some: readonly string[]) => charges.filter(({ rating_id }) => some.includes(rating_id))
  await insert(of(mixed))
  await insert(of(plain))
  for (const charge of of(single)) await insert([charge])
  const byTrigger = await entries(ratings)
  expect(byTrigger).toHaveLength(60)
  await remove()
  await sql`select add_revenue(array_agg(id), 1, now()) from charges
    where rating_id = any(${[...mixed, ...plain]}::uuid[]) and state <> 'proposed'`.execute(server.db)
  const computed = await entries([...mixed, ...plain])
  expect(byTrigger.filter((row) => !single.includes((row as { rating_id: string }).rating_id))).toEqual(
    computed,
  )
  await station.socket.close()
})

test('an entry of revenue cannot be changed or deleted, not even by SQL', async () => {
  const { operator, station } = await fixture.operator()
  await fixture.charge(station, (await fixture.payer(operator, 'Fleet')).card, 1_000)
  for (const statement of [sql`update revenue_entries set net_minor = 0`, sql`delete from revenue_entries`])
    await expect(statement.execute(server.db)).rejects.toMatchObject({ code: '23001' })
  await station.socket.close()
})
