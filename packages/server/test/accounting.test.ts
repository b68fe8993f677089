import { accountingFile, accountingGet, accountingSet, methodRun } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { addMember } from './charge-fixture.ts'
import { ReportFixture } from './report-fixture.ts'
import { TestServer } from './test-server.ts'

let server: TestServer
let fixture: ReportFixture
beforeAll(async () => {
  server = await TestServer.open()
  fixture = new ReportFixture(server)
})
afterAll(() => server.close())

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
    const { operator, station } = await fixture.operator()
    const { client, card } = await fixture.payer(operator, 'Fleet')
    await fixture.charge(station, card, 26_788)
    await fixture.charge(station, card, 10_000)
    await fixture.issue(operator, client)
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

  test('are those of one currency', async () => {
    const { operator } = await fixture.operator()
    await server.request(accountingSet, { ...settings, codes }, operator)
    const id = newId()
    await server.db
      .insertInto('ledger_accounts')
      .values({ id, account_id: operator.accountId, kind: 'bank', currency: 'CHF', code: 'bank-chf' })
      .execute()
    expect(await server.request(accountingGet, {}, operator)).toMatchObject({ currencies: ['EUR', 'CHF'] })
    const files = ['EUR', 'CHF'].map((currency) =>
      server.request(accountingFile, { month, currency }, operator),
    )
    expect((await Promise.all(files)).map(({ name }) => name)).toEqual([
      `EXTF_Buchungsstapel_${month}_EUR.csv`,
      `EXTF_Buchungsstapel_${month}_CHF.csv`,
    ])
  })

  test('need the numbers of all accounts that were used, and are hidden from users of a client', async () => {
    const { operator, station } = await fixture.operator()
    const { client, card } = await fixture.payer(operator, 'Fleet')
    expect((await server.requestError(accountingFile, { month }, operator)).code).toBe('accounting.not_set')
    await server.request(accountingSet, { ...settings, codes: [codes[0]] }, operator)
    expect((await server.request(accountingFile, { month }, operator)).lines).toBe(0)
    await fixture.charge(station, card, 1_000)
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
      currencies: ['EUR'],
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
    const { operator, station } = await fixture.operator()
    const { client, card } = await fixture.payer(operator, 'Fleet')
    await fixture.charge(station, card, 1_000)
    const id = await fixture.issue(operator, client)
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
    const { operator } = await fixture.operator()
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
    const { operator } = await fixture.operator()
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
  test('are at most 50,000 lines', async () => {
    const { operator, station } = await fixture.operator()
    const { card } = await fixture.payer(operator, 'Fleet')
    await fixture.charge(station, card, 1_000)
    await server.request(accountingSet, { ...settings, codes }, operator)
    const addLines = (from: number, to: number) =>
      server.db.transaction().execute(async (tx) => {
        // one journal with many lines, which the triggers would check
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update ledger_journals set kind = 'rounding' where account_id = ${operator.accountId}`.execute(
          tx,
        )
        await sql`insert into ledger_transfers (id, journal_id, line, account_id, debit_id, credit_id, currency, amount_minor)
          select gen_random_uuid(), t.journal_id, n, t.account_id, t.debit_id, t.credit_id, t.currency, 1
          from generate_series(${from}::int, ${to}::int) n,
            (select * from ledger_transfers where account_id = ${operator.accountId} order by line limit 1) t`.execute(
          tx,
        )
      })
    await addLines(1_000, 1_000)
    const { lines } = await server.request(accountingFile, { month }, operator)
    await addLines(1_001, 51_001 - lines)
    const refused = await server.requestError(accountingFile, { month }, operator)
    expect(refused).toMatchObject({ status: 400, code: 'limit.reached', params: { limit: 50_000 } })
    await station.socket.close()
  })

  // Proves L247
  test('have at most 1,000 numbers of accounts', async () => {
    const { operator } = await fixture.operator()
    const many = Array.from({ length: 1_001 }, (_, n) => ({ kind: 'client', ref: String(n), code: '1' }))
    const refused = await server.requestError(accountingSet, { ...settings, codes: many }, operator)
    expect(refused.status).toBe(400)
  })
})
