import {
  chargeMethod,
  methodRun,
  sessionCost,
  sessionRate,
  transactionResolve,
  unmatchedList,
  unmatchedResolve,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  creditCharges,
  markInvoiced,
  releaseCharges,
  succeedCharges,
  type UninvoicedCharge,
  uninvoicedCharges,
} from '../src/modules/charges/index.ts'
import { newId } from '../src/shared/ids.ts'
import {
  addCard,
  addClient,
  addTariff,
  balance,
  chargeEnergy,
  chargesOf,
  connectStation,
  correctMeter,
  minutesAgo,
  rateAll,
  ratingsOf,
  sessionId,
} from './charge-fixture.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let account: string
let station: Awaited<ReturnType<typeof connectStation>>

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('operator')
  account = operator.accountId
  await addTariff(server, account)
  station = await connectStation(server, operator, 'CP-CORRECT')
})
afterAll(async () => {
  await station.socket.close()
  await server.close()
})

/** A client with a card. */
async function newPayer(name: string) {
  const client = await addClient(server, account, name)
  return { client, card: await addCard(server, account, client) }
}

/** Charges, rates, and returns the session with its client. */
async function rated(name: string, wh: number) {
  const { client, card } = await newPayer(name)
  const { number, stop } = await chargeEnergy(station.socket, card, { wh })
  const id = await sessionId(server, number)
  await rateAll(server)
  return { client, card, number, stop, id }
}

const correct = (id: string, wh: number) => correctMeter(server, id, wh)

const invoice = async (client: string): Promise<void> => {
  await server.db.transaction().execute(async (tx) => {
    const until = new Date(Date.now() + 60_000)
    const due = await uninvoicedCharges(tx, { accountId: account, clientId: client, until })
    await markInvoiced(
      tx,
      due.map(({ id }) => id),
      newId(),
    )
  })
}

/** Adds a charge like one of a session, of another rating or account. */
const addCopy = (id: string, { rating, account: of }: { rating?: string; account?: string }) =>
  sql`insert into charges (id, account_id, rating_id, transaction_id, station_id, client_id, service, quantity, unit,
      currency, digits, amount_minor, before_limit_minor, tax_included, tax_bp, tariff_version_id, label, state)
    select gen_random_uuid(), coalesce(${of ?? null}::uuid, account_id), coalesce(${rating ?? null}::uuid, rating_id),
      transaction_id, station_id, client_id, 'RESERVATION', 1, 'count', currency, digits, 1, 1, tax_included, tax_bp,
      tariff_version_id, label, state
    from charges where transaction_id = ${id} limit 1`.execute(server.db)

describe('a charge', () => {
  test('has a rating of its account and session, which is booked', async () => {
    const [{ id }, other] = [await rated('Of ratings', 10_000), await rated('Other', 10_000)]
    const [rating] = await ratingsOf(server, other.id)
    const refused = 'a charge has no rating of its account and session'
    await expect(addCopy(id, { rating: newId() })).rejects.toThrow(refused)
    await expect(addCopy(id, { rating: rating!.id })).rejects.toThrow(refused)
    await expect(addCopy(id, { account: await server.addAccount('not-rated') })).rejects.toThrow(refused)
    const demo = newId()
    await sql`insert into ratings (id, account_id, transaction_id, revision, engine, station_id, input, input_sha256,
        hold_reason, superseded_by)
      select ${demo}, account_id, transaction_id, 99, engine, station_id, input, input_sha256, 'demo', id
      from ratings where transaction_id = ${id}`.execute(server.db)
    await expect(addCopy(id, { rating: demo })).rejects.toThrow(refused)
  })

  test('stays with its rating, and ratings stay', async () => {
    const { id } = await rated('Stays', 10_000)
    for (const column of ['rating_id', 'account_id', 'transaction_id'])
      await expect(
        sql`update charges set ${sql.ref(column)} = ${newId()} where transaction_id = ${id}`.execute(
          server.db,
        ),
      ).rejects.toThrow('update of charges is not allowed')
    await expect(sql`truncate ratings cascade`.execute(server.db)).rejects.toThrow(
      'truncate of ratings is not allowed',
    )
  })
})

describe('what a price refers to', () => {
  const refused = { code: '23503' }

  test('exists, and has the account of the session', async () => {
    const { id } = await rated('Referring', 10_000)
    const other = await server.addAccount('refers-to-none')
    const addTariffOf = (
      session: string,
      { version = null, of = account }: { version?: string | null; of?: string },
    ) =>
      sql`insert into session_tariffs (transaction_id, account_id, version_id, reason, selected_at)
        values (${session}, ${of}, ${version}, 'default', now())`.execute(server.db)
    await expect(addTariffOf(newId(), {})).rejects.toMatchObject(refused)
    const bare = newId()
    await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, decision,
        start_key, started_at, meter_start_wh, state)
      select ${bare}, 9999999, account_id, station_id, evse_no, id_tag, id_tag_folded, decision, 'bare', now(), 0, 'running'
      from transactions where id = ${id}`.execute(server.db)
    await expect(addTariffOf(bare, { of: other })).rejects.toMatchObject(refused)
    await expect(addTariffOf(bare, { version: newId() })).rejects.toMatchObject(refused)
    await addTariffOf(bare, {})
    await sql`delete from transactions where id = ${bare}`.execute(server.db)
    const left = await sql`select from session_tariffs where transaction_id = ${bare}`.execute(server.db)
    expect(left.rows).toEqual([])
    const ofNone = sql`insert into ratings (id, account_id, transaction_id, revision, engine, station_id, input, input_sha256)
      select ${newId()}, ${newId()}, ${newId()}, 1, engine, station_id, input, input_sha256 from ratings
      where transaction_id = ${id}`
    await expect(ofNone.execute(server.db)).rejects.toMatchObject(refused)
  })

  test('is not deleted', async () => {
    const { id } = await rated('Referred', 10_000)
    await expect(
      sql`delete from tariffs where id in (select v.tariff_id from tariff_versions v
        join session_tariffs s on s.version_id = v.id where s.transaction_id = ${id})`.execute(server.db),
    ).rejects.toMatchObject(refused)
    const lonely = await server.addAccount('only-rated')
    await sql`insert into ratings (id, account_id, transaction_id, revision, engine, station_id, input, input_sha256,
        hold_reason)
      select ${newId()}, ${lonely}, ${newId()}, 1, engine, station_id, input, input_sha256, 'no_client' from ratings
      where transaction_id = ${id}`.execute(server.db)
    await expect(sql`delete from accounts where id = ${lonely}`.execute(server.db)).rejects.toMatchObject(
      refused,
    )
  })
})

describe('a corrected session', () => {
  test('gets new charges, and what was booked before is reversed', async () => {
    const { client, id } = await rated('Corrected', 10_000)
    await correct(id, 20_000)
    await rateAll(server)
    const ratings = await ratingsOf(server, id)
    expect(ratings).toMatchObject([
      { revision: 1, gross_minor: 520, superseded_by: ratings[1]!.id },
      { revision: 2, gross_minor: 940, superseded_by: null },
    ])
    const states = (await chargesOf(server, id)).map(({ amount_minor, state }) => [amount_minor, state])
    expect(states).toEqual(
      expect.arrayContaining([
        [420, 'cancelled'],
        [100, 'cancelled'],
        [840, 'processing'],
        [100, 'processing'],
      ]),
    )
    expect(await balance(server, client)).toBe(-940)
  })

  test('that an invoice contains is proposed, and a user approves', async () => {
    const { client, id } = await rated('Approved', 10_000)
    await invoice(client)
    await correct(id, 5_000)
    await rateAll(server)
    expect(await balance(server, client)).toBe(-520)
    const before = await server.request(sessionCost, { id }, operator)
    expect(before).toMatchObject({ cost: '5.20', proposal: { cost: '3.10' } })
    const charge = before.proposal!.charge!
    const offers = await server.request(chargeMethod, { id: charge }, operator)
    expect(offers.map(({ code }) => code)).toEqual(['approve', 'reject'])
    await server.request(methodRun, { id: charge, code: 'approve' }, operator)
    expect(await server.request(sessionCost, { id }, operator)).toMatchObject({
      cost: '3.10',
      proposal: null,
    })
    expect(await balance(server, client)).toBe(-310)
    const open = (await chargesOf(server, id)).filter(
      ({ rating_id }) => rating_id === before.proposal!.rating,
    )
    expect(open.every(({ state }) => state === 'processing')).toBe(true)
    expect(open.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(310 - 520)
    const again = await server.call(methodRun, { id: charge, code: 'approve' }, operator)
    expect(again.status).toBe(400)
    // the reversed charges are in an invoice: the next correction is proposed, too
    await correct(id, 6_000)
    await rateAll(server)
    expect(await balance(server, client)).toBe(-310)
    const next = await server.request(sessionCost, { id }, operator)
    await server.request(methodRun, { id: next.proposal!.charge!, code: 'approve' }, operator)
    expect(await balance(server, client)).toBe(-352)
  })

  test('that an invoice contains stays as it is if a user rejects', async () => {
    const { client, id } = await rated('Rejected', 10_000)
    await invoice(client)
    await correct(id, 5_000)
    await rateAll(server)
    const { proposal } = await server.request(sessionCost, { id }, operator)
    await server.request(methodRun, { id: proposal!.charge!, code: 'reject' }, operator)
    expect(await server.request(sessionCost, { id }, operator)).toMatchObject({
      cost: '5.20',
      proposal: null,
    })
    expect(await balance(server, client)).toBe(-520)
  })

  test('by a stop after its resolution is charged when a user applies the stop', async () => {
    const { client, card } = await newPayer('Resolved')
    const { transactionId } = await station.socket.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: card,
      meterStart: 0,
      timestamp: minutesAgo(60),
    })
    const id = await sessionId(server, transactionId)
    await server.db
      .updateTable('transactions')
      .set({ state: 'needs_review', stopped_at: minutesAgo(40), meter_last_wh: 8_000 })
      .where('id', '=', id)
      .execute()
    await server.request(transactionResolve, { id }, operator)
    await rateAll(server)
    expect(await balance(server, client)).toBe(-436)
    await station.socket.call('StopTransaction', {
      transactionId,
      meterStop: 10_000,
      timestamp: minutesAgo(30),
    })
    await rateAll(server)
    expect(await balance(server, client)).toBe(-436)
    const [message] = await server.request(unmatchedList, { filter: { candidate: transactionId } }, operator)
    await server.request(
      unmatchedResolve,
      { id: message!.id, action: 'apply', transactionid: transactionId },
      operator,
    )
    await rateAll(server)
    expect(await balance(server, client)).toBe(-520)
    expect(await ratingsOf(server, id)).toHaveLength(2)
  })
})

describe('charges', () => {
  test('are in one invoice, until its draft is discarded, and follow its states', async () => {
    const { client, id } = await rated('Invoiced', 10_000)
    const until = new Date(Date.now() + 60_000)
    const due = { accountId: account, clientId: client, until }
    const states = async () => (await chargesOf(server, id)).map(({ state }) => state)
    await server.db.transaction().execute(async (tx) => {
      const charges: UninvoicedCharge[] = await uninvoicedCharges(tx, due)
      expect(charges.map(({ service, amountMinor }) => [service, amountMinor]).sort()).toEqual([
        ['ENERGY', 420],
        ['FLAT', 100],
      ])
      const ids = charges.map((charge) => charge.id)
      const [draft, invoiceId] = [newId(), newId()]
      await markInvoiced(tx, ids, draft)
      await expect(markInvoiced(tx, ids, invoiceId)).rejects.toThrow('already in another invoice')
      expect(await uninvoicedCharges(tx, due)).toEqual([])
      expect(await releaseCharges(tx, draft, until)).toBe(2)
      await markInvoiced(tx, ids, invoiceId)
      await succeedCharges(tx, invoiceId)
      expect(await releaseCharges(tx, invoiceId, until)).toBe(0)
    })
    expect(await states()).toEqual(['succeeded', 'succeeded'])
    const charges = await server.db
      .selectFrom('charges')
      .select('id')
      .where('transaction_id', '=', id)
      .execute()
    const ids = charges.map((charge) => charge.id)
    await server.db.transaction().execute((tx) => creditCharges(tx, ids, new Date()))
    expect(await states()).toEqual(['refunded', 'refunded'])
  })
})

describe('users of a client', () => {
  test('cannot approve or change what it pays', async () => {
    const { client, id } = await rated('Debtor', 10_000)
    await invoice(client)
    await correct(id, 5_000)
    await rateAll(server)
    await server.addUser('debtor-user')
    await server.db
      .updateTable('users')
      .set({ client_id: client })
      .where('username', '=', 'debtor-user')
      .execute()
    const debtor = await server.signIn('debtor-user')
    const { proposal } = await server.request(sessionCost, { id }, debtor)
    expect((await server.call(methodRun, { id: proposal!.charge!, code: 'approve' }, debtor)).status).toBe(
      403,
    )
    expect((await server.call(sessionRate, { id }, debtor)).status).toBe(403)
    expect(await balance(server, client)).toBe(-520)
  })
})
