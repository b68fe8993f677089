import {
  clientSet,
  ownerBankSet,
  ownerStatementCreate,
  ownerStatementGet,
  ownerStatementList,
  ownerStatementPay,
  reportList,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookShares, createStatements } from '../src/modules/reports/owner-shares.ts'
import { renderStatements } from '../src/modules/reports/statement-documents.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import {
  addCard,
  addMember,
  addTariff,
  balance,
  chargeEnergy,
  connectStation,
  correctMeter,
  energyAndFee,
  rateAll,
  sessionId,
} from './charge-fixture.ts'
import { sumsOfLedger } from './ledger-fixture.ts'
import { dayFromNow } from './report-fixture.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server.close())

const iban = 'DE89370400440532013000'
let operators = 0

/** An operator of an own account with a commission of 10 %, and a station that a client owns. */
async function newOperator() {
  operators += 1
  const name = `owners-${operators}`
  const operator = await server.user(name, { accountId: await server.addAccount(name) })
  await addTariff(server, operator.accountId, energyAndFee, { commissionBp: 1_000 })
  const owner = (await server.request(clientSet, { id: null, name: 'Owner' }, operator)).id
  const payer = (await server.request(clientSet, { id: null, name: 'Payer' }, operator)).id
  const station = await connectStation(server, operator, `CP-OWNED-${operators}`)
  await server.request(stationSet, { id: station.id, client: owner }, operator)
  return { operator, owner, card: await addCard(server, operator.accountId, payer), station }
}

type Station = Awaited<ReturnType<typeof connectStation>>

/** Charges energy; 26,788 Wh cost 12.25, of which 1.96 is tax and 1.03 commission: the share is 9.26. */
async function charge({ socket }: Station, card: string, wh = 26_788): Promise<string> {
  const { number } = await chargeEnergy(socket, card, { wh })
  await rateAll(server)
  await bookShares(server)
  return sessionId(server, number)
}

/** Months after all on which the tests book, also if a month ends while they run: a statement has all shares before its end. */
const [month, next] = ['2099-11-01', '2099-12-01']
/** Creates the statements until the end of the month, as the job does after it. */
const statementsOf = async ({ accountId }: TestUser, of = month) =>
  inTransaction(server.db, (tx) => createStatements(tx, { accountId, now: new Date(), month: of }))

const list = (operator: TestUser, filter = {}) => server.request(ownerStatementList, filter, operator)

/** A statement of one session with a bank account of the owner. */
async function newStatement() {
  const made = await newOperator()
  const { operator, owner, station, card } = made
  await charge(station, card)
  await statementsOf(operator)
  const bank = { owner, iban: 'de89 3704 0044 0532 0130 00', holder: 'Owner GmbH' }
  await server.request(ownerBankSet, bank, operator)
  const [statement] = await list(operator)
  await station.socket.close()
  return { ...made, statement: statement! }
}

describe('the share of an owner', () => {
  test('is the net amount less the commission, and is booked once', async () => {
    const { owner, card, station } = await newOperator()
    await charge(station, card)
    expect(await balance(server, owner)).toBe(926)
    await bookShares(server)
    await Promise.all([bookShares(server), bookShares(server)])
    expect(await balance(server, owner)).toBe(926)
    expect(await sumsOfLedger(server.db)).toMatchObject({ total: 0, wrong: 0 })
    await station.socket.close()
  })

  test('follows corrections', async () => {
    const { owner, card, station } = await newOperator()
    const id = await charge(station, card)
    await sql`update transactions set energy_wh = 0, meter_stop_wh = meter_start_wh where id = ${id}`.execute(
      server.db,
    )
    await rateAll(server)
    await bookShares(server)
    expect(await balance(server, owner)).toBe(0)
    expect(await sumsOfLedger(server.db)).toMatchObject({ total: 0, wrong: 0 })
    await station.socket.close()
  })

  test('that is corrected after the station was sold remains that of the first owner, and at the first site', async () => {
    const { operator, owner, card, station } = await newOperator()
    const newSite = async (label: string, client: string | null) =>
      (await server.request(siteSet, { id: null, label, client }, operator)).id
    const buyer = (await server.request(clientSet, { id: null, name: 'Buyer' }, operator)).id
    const [first, second] = [await newSite('First', null), await newSite('Second', null)]
    await server.request(stationSet, { id: station.id, site: first }, operator)
    const id = await charge(station, card)
    await server.request(stationSet, { id: station.id, client: buyer, site: second }, operator)
    await correctMeter(server, id, 10_000)
    await rateAll(server)
    await bookShares(server)
    // 5.20, of which 0.83 is tax and 0.44 commission
    expect([await balance(server, owner), await balance(server, buyer)]).toEqual([393, 0])
    await charge(station, card)
    expect([await balance(server, owner), await balance(server, buyer)]).toEqual([393, 926])
    const days = { from: dayFromNow(-2), to: dayFromNow(2) }
    const rows = await server.request(reportList, { ...days, by: 'site' }, operator)
    expect(rows.map(({ name, sessions, gross }) => [name, sessions, gross])).toEqual([
      ['Second', 1, '12.25'],
      ['First', 1, '5.20'],
    ])
    await station.socket.close()
  })

  test('is that of the owner of the site if the station has none', async () => {
    const { operator, owner, card, station } = await newOperator()
    const site = (await server.request(siteSet, { id: null, label: 'Depot', client: owner }, operator)).id
    await server.request(stationSet, { id: station.id, client: null, site }, operator)
    await charge(station, card)
    expect(await balance(server, owner)).toBe(926)
    await station.socket.close()
  })

  // Proves L248
  test('is booked with at most 499 others in a transaction', async () => {
    const { operator, owner, card, station } = await newOperator()
    await charge(station, card)
    await sql`insert into revenue_entries (account_id, rating_id, transaction_id, booked_at, day, station_id, client_id,
        owner_id, tariff_version_id, currency, digits, sessions, energy_wh, listed_minor, net_minor, tax_minor, commission_minor)
      select account_id, gen_random_uuid(), gen_random_uuid(), now(), day, station_id, client_id, owner_id, tariff_version_id,
        currency, digits, 1, 1000, 119, 100, 19, 10 from revenue_entries, generate_series(1, 600)
      where account_id = ${operator.accountId}`.execute(server.db)
    await bookShares(server)
    expect(await balance(server, owner)).toBe(926 + 600 * 90)
    // rows of one transaction have the same xmin
    const { rows } = await sql<{ shares: number }>`select count(*)::int as shares from owner_shares
      where account_id = ${operator.accountId} group by xmin::text order by 1`.execute(server.db)
    expect(rows.map(({ shares }) => shares)).toEqual([1, 100, 500])
    await station.socket.close()
  })
})

describe('a statement', () => {
  test('has the shares of a month, once, with a line per station', async () => {
    const { operator, owner, card, station } = await newOperator()
    await charge(station, card)
    await charge(station, card, 10_000)
    expect(await statementsOf(operator)).toBe(1)
    expect(await statementsOf(operator)).toBe(0)
    const [statement, ...others] = await list(operator)
    expect(others).toEqual([])
    // 10 kWh: 5.20, of which 0.83 is tax and 0.44 commission
    const amounts = { sessions: 2, energy: 36_788, net: '14.66', commission: '1.47', share: '13.19' }
    expect(statement).toMatchObject({
      ...amounts,
      ownerid: owner,
      ownername: 'Owner',
      month,
      statecode: 'open',
    })
    const { lines } = await server.request(ownerStatementGet, { id: statement!.id }, operator)
    expect(lines).toEqual([
      { stationid: station.id, identity: `CP-OWNED-${operators}`, sitename: null, ...amounts },
    ])
    await station.socket.close()
  })

  test('of the next month has what was booked later, and an owner who earned nothing gets none', async () => {
    const { operator, card, station } = await newOperator()
    const first = await charge(station, card)
    await statementsOf(operator)
    await sql`update transactions set energy_wh = 0, meter_stop_wh = meter_start_wh where id = ${first}`.execute(
      server.db,
    )
    await rateAll(server)
    await bookShares(server)
    expect(await statementsOf(operator, next)).toBe(0)
    await charge(station, card)
    await charge(station, card)
    expect(await statementsOf(operator, next)).toBe(1)
    expect((await list(operator)).map((one) => [one.month, one.share])).toEqual([
      [next, '9.26'],
      [month, '9.26'],
    ])
    await station.socket.close()
  })

  // Proves L249
  test('is created in the next run if there are too many', async () => {
    const { operator, card, station } = await newOperator()
    await charge(station, card)
    const other = (await server.request(clientSet, { id: null, name: 'Other owner' }, operator)).id
    await server.request(stationSet, { id: station.id, client: other }, operator)
    await charge(station, card)
    const { accountId } = operator
    const run = () =>
      inTransaction(server.db, (tx) => createStatements(tx, { accountId, now: new Date(), month, most: 1 }))
    expect([await run(), await run(), await run()]).toEqual([1, 1, 0])
    expect(await list(operator)).toHaveLength(2)
    await station.socket.close()
  })

  test('of a month that is not over is refused', async () => {
    const { operator, station } = await newOperator()
    const body = { month: month.slice(0, 7) }
    expect((await server.requestError(ownerStatementCreate, body, operator)).code).toBe(
      'owner_statement.month_not_over',
    )
    expect(await server.request(ownerStatementCreate, { month: '2026-01' }, operator)).toEqual({ created: 0 })
    await station.socket.close()
  })

  test('is paid once, to the bank account of its owner, and is final then', async () => {
    const { operator, owner, statement } = await newStatement()
    expect(statement).toMatchObject({ iban, holder: 'Owner GmbH', statecode: 'open' })
    const pay = () => server.request(ownerStatementPay, { id: statement.id }, operator)
    await Promise.all([pay(), pay()])
    await pay()
    expect(await balance(server, owner)).toBe(0)
    const [paid] = await list(operator, { statecode: 'paid' })
    expect(paid).toMatchObject({ id: statement.id, iban, paid: expect.any(String) })
    expect(await list(operator, { statecode: 'open' })).toEqual([])
    expect(await server.changesOf(statement.id)).toEqual([`pay by owners-${operators}`])
    const change = sql`update owner_statements set share_minor = 1 where id = ${statement.id}`
    await expect(change.execute(server.db)).rejects.toMatchObject({ code: '23001' })
  })

  test('is not paid without a bank account, or beyond the balance of the owner', async () => {
    const { operator, owner, card, station } = await newOperator()
    const id = await charge(station, card)
    await statementsOf(operator)
    const [statement] = await list(operator)
    const refused = () => server.requestError(ownerStatementPay, { id: statement!.id }, operator)
    expect((await refused()).code).toBe('owner.no_bank')
    const wrong = { owner, iban: 'DE89370400440532013001', holder: 'Owner' }
    expect((await server.requestError(ownerBankSet, wrong, operator)).code).toBe('seller.iban_invalid')
    await server.request(ownerBankSet, { ...wrong, iban }, operator)
    await sql`update transactions set energy_wh = 0, meter_stop_wh = meter_start_wh where id = ${id}`.execute(
      server.db,
    )
    await rateAll(server)
    await bookShares(server)
    expect((await refused()).code).toBe('ledger.balance_too_low')
    await station.socket.close()
  })

  test('has a PDF in the language of its owner, which only those who see it can open', async () => {
    const { operator, owner, statement } = await newStatement()
    const render = () => server.app.jobs.work('reports.statement-documents')
    await Promise.all([render(), render()])
    const of = async (user: TestUser) =>
      (await server.request(ownerStatementGet, { id: statement.id }, user)).documents
    const [file, ...others] = await of(operator)
    expect(others).toEqual([])
    expect(file).toMatchObject({ kind: 'pdf', name: `${statement.code}.pdf` })
    const response = await fetch(server.url + file!.url)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(bytes.toString('latin1')).toMatch(/^%PDF-1\.7\n/)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file!.sha256)
    const member = await addMember(server, operator.accountId, owner)
    expect((await of(member)).map(({ id }) => id)).toEqual([file!.id])
    await render()
    expect((await of(operator)).map(({ id }) => id)).toEqual([file!.id])
    const change = sql`delete from documents where id = ${file!.id}`
    await expect(change.execute(server.db)).rejects.toMatchObject({ code: '23001' })
  })

  // Proves L305
  test('is rendered in the next run if there are too many', async () => {
    const { db, clock } = server
    const deps = { db, clock, log: pino({ level: 'silent' }) }
    await renderStatements(deps)
    await newStatement()
    await newStatement()
    const count = async () =>
      (await sql`select from documents where statement_id is not null`.execute(db)).rows.length
    const before = await count()
    expect(await renderStatements(deps, 1)).toHaveLength(1)
    expect(await count()).toBe(before + 1)
    await renderStatements(deps, 1)
    expect(await renderStatements(deps, 1)).toEqual([])
    expect(await count()).toBe(before + 2)
  })

  test('that cannot be rendered waits an hour, and delays no others', async () => {
    const { db, clock } = server
    const deps = { db, clock, log: pino({ level: 'silent' }) }
    await renderStatements(deps)
    const broken = await newStatement()
    await sql`update clients set locale = 'xx' where id = ${broken.owner}`.execute(db)
    const other = await newStatement()
    expect(await renderStatements(deps, 1)).toEqual([])
    expect(await renderStatements(deps, 1)).toEqual([other.operator.accountId])
    await sql`update clients set locale = 'de' where id = ${broken.owner}`.execute(db)
    expect(await renderStatements(deps, 1)).toEqual([])
    clock.forward(3_600_000)
    expect(await renderStatements(deps, 1)).toEqual([broken.operator.accountId])
  })

  test('is not rendered again when its document was removed after ten years', async () => {
    const { db, clock } = server
    const deps = { db, clock, log: pino({ level: 'silent' }) }
    await renderStatements(deps)
    const { statement } = await newStatement()
    await renderStatements(deps)
    // as the job does; a trigger refuses it before the end of the retention
    await sql`alter table documents disable trigger documents_kept`.execute(db)
    await sql`delete from documents where statement_id = ${statement.id}`.execute(db)
    await sql`alter table documents enable trigger documents_kept`.execute(db)
    expect(await renderStatements(deps)).toEqual([])
  })

  test('is shown to users of its owner only, who cannot change anything', async () => {
    const { operator, owner, statement } = await newStatement()
    const member = await addMember(server, operator.accountId, owner)
    expect((await list(member)).map(({ id }) => id)).toEqual([statement.id])
    expect((await server.request(ownerStatementGet, { id: statement.id }, member)).lines).toHaveLength(1)
    expect((await server.requestError(ownerStatementPay, { id: statement.id }, member)).status).toBe(403)
    const bank = { owner, iban, holder: 'Other' }
    expect((await server.requestError(ownerBankSet, bank, member)).status).toBe(403)
    expect((await server.requestError(ownerStatementCreate, { month: '2026-01' }, member)).status).toBe(403)
    const stranger = (await server.request(clientSet, { id: null, name: 'Stranger' }, operator)).id
    const others = [await addMember(server, operator.accountId, stranger), (await newOperator()).operator]
    for (const other of others) {
      expect(await list(other)).toEqual([])
      expect((await server.requestError(ownerStatementGet, { id: statement.id }, other)).status).toBe(404)
    }
  })

  test('is part of the list of payouts as a file', async () => {
    const { operator, statement } = await newStatement()
    const body = { statecode: 'open', fields: ['code', 'share', 'iban'] }
    const reply = await server.post('/api/v1/owner_statement/list?format=csv', body, operator.token)
    expect(reply.body).toBe(`code,share,iban\r\n${statement.code},9.26,${iban}\r\n`)
  })
})
