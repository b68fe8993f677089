import {
  accountingFile,
  accountingGet,
  accountingSet,
  clientSet,
  invoiceDraft,
  methodRun,
  reportList,
  type ReportRow,
  reportSum,
  sellerSet,
  sessionCost,
  siteSet,
  stationSet,
  type TariffDefinition,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { address, sellerData } from './billing-data.ts'
import {
  addCard,
  addMember,
  addTariff,
  chargeEnergy,
  connectStation,
  energyAndFee,
  rateAll,
  sessionId,
} from './charge-fixture.ts'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server.close())

const dayMs = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
/** All days on which the tests book. */
const days = { from: dayFromNow(-2), to: dayFromNow(2) }

const netList: TariffDefinition = {
  currency: 'EUR',
  tax_included: 'NO',
  vat: 1900,
  elements: [{ price_components: [{ type: 'ENERGY', price: '0.33' }] }],
}

let operators = 0

/** An operator of an own account with a tariff with a commission of 10 %, and a station of an owner. */
async function newOperator(definition: TariffDefinition = energyAndFee) {
  operators += 1
  const name = `reports-${operators}`
  const operator = await server.user(name, { accountId: await server.addAccount(name) })
  const version = await addTariff(server, operator.accountId, definition)
  // as the owner of the table: an active version cannot be changed otherwise
  await sql`alter table tariff_versions disable trigger tariff_versions_kept`.execute(server.db)
  await sql`update tariff_versions set commission_bp = 1000 where id = ${version}`.execute(server.db)
  await sql`alter table tariff_versions enable trigger tariff_versions_kept`.execute(server.db)
  const station = await connectStation(server, operator, `CP-REPORT-${operators}`)
  return { operator, station }
}

async function newPayer(operator: TestUser, name: string) {
  const { id } = await server.request(clientSet, { id: null, name, ...address }, operator)
  return { client: id, card: await addCard(server, operator.accountId, id) }
}

type Station = Awaited<ReturnType<typeof connectStation>>

async function charge({ socket }: Station, card: string, wh: number): Promise<string> {
  const { number } = await chargeEnergy(socket, card, { wh })
  await rateAll(server)
  return sessionId(server, number)
}

/** Corrects the meter of an ended session, as the resolution of an unmatched message does. */
async function correct(id: string, wh: number): Promise<void> {
  await sql`update transactions set energy_wh = ${wh}, meter_stop_wh = ${1_000 + wh} where id = ${id}`.execute(
    server.db,
  )
  await rateAll(server)
}

async function issue(operator: TestUser, client: string): Promise<string> {
  const seller = await server.request(sellerSet, sellerData, operator)
  const period = { periodfrom: dayFromNow(-3), periodto: dayFromNow(1) }
  const [draft] = await server.request(invoiceDraft, { client, seller: seller.id, ...period }, operator)
  await server.request(methodRun, { id: draft!.id, code: 'issue' }, operator)
  return draft!.id
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
    const { operator, station } = await newOperator()
    const { card } = await newPayer(operator, 'Fleet')
    await charge(station, card, 26_788)
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
    const { operator, station } = await newOperator()
    const { client, card } = await newPayer(operator, 'Fleet')
    const other = await newPayer(operator, 'Other')
    const first = await charge(station, card, 10_000)
    const second = await charge(station, card, 3_333)
    await charge(station, other.card, 7_777)
    await correct(first, 12_345)
    const reported = async () => minor((await sum(operator)).gross)
    const inLedger = async () => {
      const { sessions, creditedNet, creditedTax } = await bookedInLedger(operator.accountId)
      return sessions - creditedNet - creditedTax
    }
    // 5.18 + 1.00, 1.40 + 1.00 and 3.27 + 1.00
    expect([await reported(), await inLedger()]).toEqual([1_285, 1_285])
    const invoice = await issue(operator, client)
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
    const { operator, station } = await newOperator(netList)
    const { client, card } = await newPayer(operator, 'Fleet')
    await charge(station, card, 10_000)
    await charge(station, card, 1_234)
    const invoice = await issue(operator, client)
    const params = { reason: 'Wrong client', lines: [1] }
    await server.request(methodRun, { id: invoice, code: 'credit', params }, operator)
    const { sessions, creditedNet } = await bookedInLedger(operator.accountId)
    expect(creditedNet).toBeGreaterThan(0)
    expect(minor((await sum(operator)).net)).toBe(sessions - creditedNet)
    await station.socket.close()
  })

  test('has a row per object or period, which add up to the totals', async () => {
    const { operator, station } = await newOperator()
    const { id: site } = await server.request(
      siteSet,
      { id: null, label: 'Harbour', timezone: 'Europe/Berlin' },
      operator,
    )
    await server.request(stationSet, { id: station.id, site }, operator)
    const elsewhere = await connectStation(server, operator, `CP-ELSEWHERE-${operators}`)
    const [fleet, other] = [await newPayer(operator, 'Fleet'), await newPayer(operator, 'Other')]
    await charge(station, fleet.card, 10_000)
    await charge(station, other.card, 20_000)
    await charge(elsewhere, other.card, 1_000)
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
    expect(monthly.map(({ period }) => period)).toEqual([expect.stringMatching(/^\d{4}-\d{2}-01$/)])
    expect(await sum(operator, { siteid: site, client: fleet.client })).toMatchObject({ gross: '5.20' })
    await station.socket.close()
    await elsewhere.socket.close()
  })

  test('has the days of the time zone of the station', async () => {
    const { operator, station } = await newOperator()
    const { card } = await newPayer(operator, 'Fleet')
    await charge(station, card, 1_000)
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
    const { operator, station } = await newOperator()
    const [fleet, other] = [await newPayer(operator, 'Fleet'), await newPayer(operator, 'Other')]
    await charge(station, fleet.card, 10_000)
    await charge(station, other.card, 20_000)
    const member = await addMember(server, operator.accountId, fleet.client)
    expect(await sum(member)).toMatchObject({ gross: '5.20', commission: null })
    expect((await list(member, 'client')).map(({ name }) => name)).toEqual(['Fleet'])
    const { operator: stranger } = await newOperator()
    expect(await list(stranger, 'client')).toEqual([])
    await station.socket.close()
  })

  test('is a file with the same rows', async () => {
    const { operator, station } = await newOperator()
    await charge(station, (await newPayer(operator, 'Fleet')).card, 10_000)
    const body = { ...days, by: 'client', fields: ['name', 'currency', 'gross'] }
    const { status, body: file } = await server.post('/api/v1/report/list?format=csv', body, operator.token)
    expect([status, file]).toEqual([200, 'name,currency,gross\r\nFleet,EUR,5.20\r\n'])
    await station.socket.close()
  })

  // Proves L246
  test('has at most 1,100 days', async () => {
    const { operator } = await newOperator()
    const refused = (from: string, to: string) => server.requestError(reportSum, { from, to }, operator)
    expect((await refused('2020-01-01', '2026-01-01')).code).toBe('period.too_long')
    expect((await refused('2026-01-02', '2026-01-01')).code).toBe('period.end_before_start')
    const [none] = [await server.request(reportSum, { from: '2023-01-01', to: '2026-01-04' }, operator)]
    expect(none).toEqual([])
  })
})

/** Lines of a file without its head. */
const linesOf = (data: string) => Buffer.from(data, 'base64').toString('latin1').split('\r\n').slice(2, -1)

describe('the bookings of a month', () => {
  const month = new Date().toISOString().slice(0, 7)
  const settings = { consultant: 29_098, client: 55_003, yearmonth: 1, codelength: 4, timezone: 'UTC' }
  const codes = [
    { kind: 'client', ref: '', code: '10000' },
    { kind: 'uninvoiced', ref: '', code: '1510' },
    { kind: 'revenue', ref: '', code: '8400' },
    { kind: 'tax', ref: 'DE:1900', code: '1776' },
  ]
  // 26.788 kWh: 12.25, of which 1.96 is tax; 10 kWh: 5.20; together 17.45, of which 2.79 is tax
  test('are lines with the numbers of their accounts', async () => {
    const { operator, station } = await newOperator()
    const { client, card } = await newPayer(operator, 'Fleet')
    await charge(station, card, 26_788)
    await charge(station, card, 10_000)
    await issue(operator, client)
    const own = [...codes, { kind: 'client', ref: client, code: '10777' }]
    await server.request(accountingSet, { ...settings, codes: own }, operator)
    const file = await server.request(accountingFile, { month }, operator)
    const day = new Date().toISOString().slice(8, 10) + month.slice(5, 7)
    const { rows } = await sql<{ code: string; payer: string }>`select i.code, a.code as payer from invoices i
      join ledger_accounts a on a.client_id = i.client_id where i.client_id = ${client}`.execute(server.db)
    const [{ code, payer }] = rows as [{ code: string; payer: string }]
    const end = `${';'.repeat(100)}0${';'.repeat(11)}`
    expect(file).toMatchObject({ name: `EXTF_Buchungsstapel_${month}_EUR.csv`, lines: 3 })
    expect(linesOf(file.data).sort()).toEqual([
      `14,66;"S";"EUR";;;;1510;8400;;${day};"${code}";;;"invoice ${code}"${end}`,
      `17,45;"S";"EUR";;;;10777;1510;;${day};"";;;"session ${payer}"${end}`,
      `2,79;"S";"EUR";;;;1510;1776;;${day};"${code}";;;"invoice ${code}"${end}`,
    ])
    await station.socket.close()
  })

  test('need the numbers of all accounts that were used, and are hidden from users of a client', async () => {
    const { operator, station } = await newOperator()
    const { client, card } = await newPayer(operator, 'Fleet')
    expect((await server.requestError(accountingFile, { month }, operator)).code).toBe('accounting.not_set')
    await server.request(accountingSet, { ...settings, codes: [codes[0]] }, operator)
    expect((await server.request(accountingFile, { month }, operator)).lines).toBe(0)
    await charge(station, card, 1_000)
    expect(await server.requestError(accountingFile, { month }, operator)).toMatchObject({
      code: 'accounting.code_missing',
      params: { accounts: 'uninvoiced' },
    })
    const known = await server.request(accountingGet, {}, operator)
    expect(known).toEqual({
      settings,
      codes: [codes[0]],
      accounts: [{ kind: 'uninvoiced', ref: '' }],
      currency: 'EUR',
    })
    const member = await addMember(server, operator.accountId, client)
    expect(await server.request(accountingGet, {}, member)).toMatchObject({
      settings: null,
      codes: [],
      accounts: [],
    })
    expect((await server.requestError(accountingFile, { month }, member)).status).toBe(403)
    const change = { ...settings, codes: [] }
    expect((await server.requestError(accountingSet, change, member)).status).toBe(403)
    await station.socket.close()
  })

  test('have the number of the invoice in the first document field, also of its payment and of its credit note', async () => {
    const { operator, station } = await newOperator()
    const { client, card } = await newPayer(operator, 'Fleet')
    await charge(station, card, 1_000)
    const id = await issue(operator, client)
    await server.request(methodRun, { id, code: 'pay' }, operator)
    await server.request(methodRun, { id, code: 'credit', params: { reason: 'Wrong card' } }, operator)
    const bank = { kind: 'bank', ref: '', code: '1200' } as const
    await server.request(accountingSet, { ...settings, codes: [...codes, bank] }, operator)
    const codeOf = async (by: 'id' | 'corrects_id') =>
      (await server.db.selectFrom('invoices').select('code').where(by, '=', id).executeTakeFirstOrThrow())
        .code
    const documents = linesOf((await server.request(accountingFile, { month }, operator)).data)
      .map((line) => line.split(';'))
      .map((cells) => [cells[13]!.split(' ')[0]!.slice(1), cells[10]])
    expect(documents.filter(([kind]) => kind === 'bank')).toEqual([['bank', `"${await codeOf('id')}"`]])
    const credited = documents.filter(([kind]) => kind === 'credit')
    expect(new Set(credited.map(([, document]) => document))).toEqual(
      new Set([`"${await codeOf('corrects_id')}"`]),
    )
    await station.socket.close()
  })

  test.each([
    [4, { kind: 'revenue', ref: '', code: '84000' }, 'revenue', '4'],
    [6, { kind: 'tax', ref: 'DE:1900', code: '1776' }, 'tax DE:1900', '6'],
    [4, { kind: 'client', ref: '', code: '100000' }, 'client', '4–5'],
    [5, { kind: 'client', ref: '', code: '1400' }, 'client', '5–6'],
  ] as const)('with %i digits do not accept the number %j', async (codelength, wrong, account, digits) => {
    const { operator } = await newOperator()
    const { accountId } = operator
    const right = { kind: 'bank', ref: '', code: '1'.repeat(codelength) }
    const body = { ...settings, codelength, codes: [right, wrong] }
    const expected = { code: 'accounting.code_length', params: { account, code: wrong.code, digits } }
    expect(await server.requestError(accountingSet, body, operator)).toMatchObject({
      ...expected,
      field: 'codes',
    })
    // stored by an earlier version
    await server.request(accountingSet, { ...body, codes: [right] }, operator)
    await server.db
      .insertInto('accounting_codes')
      .values({ account_id: accountId, ...wrong })
      .execute()
    expect(await server.requestError(accountingFile, { month }, operator)).toMatchObject(expected)
  })

  test('accept a number of a client with one more digit, and leading zeros', async () => {
    const { operator } = await newOperator()
    const own = [
      { kind: 'client', ref: '', code: '1400' },
      { kind: 'client', ref: 'x', code: '10000' },
      { kind: 'bank', ref: '', code: '0027' },
    ]
    expect(await server.request(accountingSet, { ...settings, codes: own }, operator)).toEqual({
      result: true,
    })
  })

  // Proves L247
  test('have at most 1,000 numbers of accounts', async () => {
    const { operator } = await newOperator()
    const many = Array.from({ length: 1_001 }, (_, n) => ({ kind: 'client', ref: String(n), code: '1' }))
    const refused = await server.requestError(accountingSet, { ...settings, codes: many }, operator)
    expect(refused.status).toBe(400)
  })
})

test('the entries of charges are those that add_revenue computes, however the charges are added', async () => {
  const { operator, station } = await newOperator()
  const { id: version } = await server.db
    .selectFrom('tariff_versions')
    .select('id')
    .where('account_id', '=', operator.accountId)
    .executeTakeFirstOrThrow()
  // one with a commission, and one that is missing
  const versions = [version, newId()]
  const ratings = Array.from({ length: 60 }, () => newId())
  for (const id of ratings)
    await sql`insert into ratings (id, account_id, transaction_id, revision, engine, station_id, input, input_sha256)
      values (${id}, ${operator.accountId}, ${newId()}, 1, 1, ${station.id}, '', '')`.execute(server.db)
  const clientId = newId()
  const charges = ratings.flatMap((rating, n) =>
    (['ENERGY', 'TIME', 'FLAT', 'PARKING_TIME'] as const).slice(n % 3).map((service, line) => ({
      id: newId(),
      account_id: operator.accountId,
      rating_id: rating,
      transaction_id: newId(),
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
  for (const rating of ratings) {
    const of = charges.filter(({ rating_id }) => rating_id === rating)
    for (const charge of of) charge.transaction_id = of[0]!.transaction_id
  }
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
  const { operator, station } = await newOperator()
  await charge(station, (await newPayer(operator, 'Fleet')).card, 1_000)
  for (const statement of [sql`update revenue_entries set net_minor = 0`, sql`delete from revenue_entries`])
    await expect(statement.execute(server.db)).rejects.toMatchObject({ code: '23001' })
  await station.socket.close()
})
