import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  balanceOf,
  captureHold,
  growHold,
  invoiceIssued,
  type NewJournal,
  openLedgerAccount,
  placeHold,
  postJournals,
  refund,
  releaseHold,
  reverseJournal,
  sessionRated,
  spend,
  topUp,
} from '../src/modules/ledger/index.ts'
import { currencyDigits } from '@stationmaster/contract'
import { newId } from '../src/shared/ids.ts'
import { decimalOf } from '../src/shared/money.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { addClient, addOperator, sumsOfLedger } from './ledger-fixture.ts'

let fresh: FreshDatabase
let accountId: string
let clientId: string
beforeAll(async () => {
  fresh = await freshDatabase({ max: 12 })
})
afterAll(() => fresh.close())
beforeEach(async () => {
  accountId = await addOperator(fresh.db)
  clientId = await addClient(fresh.db, accountId)
})

const occurredAt = new Date('2026-03-01T10:00:00Z')
const event = () => ({ accountId, clientId, currency: 'EUR', occurredAt })
const paid = (amountMinor: number, paymentId = newId()) =>
  topUp({ ...event(), paymentId, provider: 'stripe', amountMinor })
const rated = (amountMinor: number, ratingId = newId()) => sessionRated({ ...event(), ratingId, amountMinor })

const post = (...journals: NewJournal[]) => inTransaction(fresh.db, (tx) => postJournals(tx, journals))
const balance = async (kind: 'client' | 'clearing' | 'uninvoiced' | 'tax' | 'revenue', ref = '') =>
  (await balanceOf(fresh.db, { accountId, kind, ref, currency: 'EUR' })).balanceMinor
const ofClient = () => balanceOf(fresh.db, { accountId, kind: 'client', ref: clientId, currency: 'EUR' })
const journals = async () =>
  (
    await fresh.db
      .selectFrom('ledger_journals')
      .select('event_key')
      .where('account_id', '=', accountId)
      .orderBy('event_key')
      .execute()
  ).map((row) => row.event_key)

/** Runs statements in one transaction, and returns the message with which it fails. */
const failure = async (...statements: string[]) => {
  const client = await fresh.pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
    return 'committed'
  } catch (error) {
    await client.query('rollback')
    return (error as Error).message
  } finally {
    client.release()
  }
}

describe('posting', () => {
  test('journals of several events change the balances of their accounts', async () => {
    const results = await post(
      paid(5000),
      rated(1190),
      invoiceIssued({
        ...event(),
        invoiceId: newId(),
        pricesIncludeTax: true,
        netMinor: 1000,
        taxes: [{ country: 'DE', rateBp: 1900, taxMinor: 190 }],
      }),
    )
    expect(results.map(({ isNew }) => isNew)).toEqual([true, true, true])
    expect(await ofClient()).toEqual({
      balanceMinor: 3810,
      heldMinor: 0,
      limitMinor: 0,
      availableMinor: 3810,
    })
    expect(await balance('clearing', 'stripe')).toBe(-5000)
    expect(await balance('uninvoiced')).toBe(0)
    expect(await balance('revenue')).toBe(1000)
    expect(await balance('tax', 'DE:1900')).toBe(190)
  })

  test('a repeated event is booked once, and its first journal is returned', async () => {
    const journal = paid(5000)
    const [first] = await post(journal)
    const [again, other] = await post(journal, rated(100))
    expect(again).toEqual({ ...first, isNew: false })
    expect(other).toMatchObject({ isNew: true })
    const twice = rated(300)
    const both = await post(twice, { ...twice })
    expect(both.map(({ isNew }) => isNew)).toEqual([true, false])
    expect(both[0]!.journalId).toBe(both[1]!.journalId)
    expect((await ofClient()).balanceMinor).toBe(4600)
  })

  test('another content under the key of a booked event is an error', async () => {
    const journal = rated(1190)
    await post(journal)
    const [line] = journal.lines
    const others: NewJournal[] = [
      { ...journal, lines: [{ ...line!, amountMinor: 1191 }] },
      { ...journal, lines: [{ ...line!, credit: line!.debit, debit: line!.credit }] },
      { ...journal, lines: [line!, line!] },
      { ...journal, currency: 'CHF' },
      { ...journal, kind: 'fee' },
      { ...journal, invoiceId: newId() },
    ]
    for (const other of others)
      await expect(post(rated(5), other)).rejects.toThrow('already booked with another content')
    await expect(
      post({ ...paid(1, 'p'), eventKey: 'k' }, { ...paid(2, 'p'), eventKey: 'k' }),
    ).rejects.toThrow('already booked with another content')
    // nothing of these batches is booked; time and description are no content
    expect(await journals()).toEqual([journal.eventKey])
    const [again] = await post({ ...journal, occurredAt: new Date(), description: 'again' })
    expect(again).toMatchObject({ isNew: false })
    expect((await ofClient()).balanceMinor).toBe(-1190)
  })

  test('the same key is another event in another account', async () => {
    const journal = rated(1190)
    await post(journal)
    const otherAccount = await addOperator(fresh.db)
    const otherClient = await addClient(fresh.db, otherAccount)
    const other = sessionRated({
      ...event(),
      accountId: otherAccount,
      clientId: otherClient,
      ratingId: journal.eventKey.slice('rating:'.length),
      amountMinor: 7,
    })
    expect(await post(other)).toMatchObject([{ isNew: true }])
  })

  test('an event without an amount is not booked', async () => {
    expect(await post(rated(0, 'free'))).toEqual([{ eventKey: 'rating:free', journalId: null, isNew: false }])
    expect(await journals()).toEqual([])
  })

  // Proves L211
  test('amounts and numbers of lines are limited', async () => {
    const journal = rated(1)
    const [line] = journal.lines
    for (const amountMinor of [0, -1, 0.5, 2 ** 53])
      await expect(post({ ...journal, lines: [{ ...line!, amountMinor }] })).rejects.toThrow('not an amount')
    const most = { ...line!, amountMinor: Number.MAX_SAFE_INTEGER }
    await expect(post({ ...journal, lines: [most, most] })).rejects.toThrow('not an amount')
    await expect(post({ ...journal, lines: Array.from({ length: 1001 }, () => line!) })).rejects.toThrow(
      'more than 1000 lines',
    )
    await post({ ...journal, lines: Array.from({ length: 1000 }, () => line!) })
    expect((await ofClient()).balanceMinor).toBe(-1000)
  })

  test('a client of another account cannot be named', async () => {
    const other = await addClient(fresh.db, await addOperator(fresh.db))
    await expect(
      post(sessionRated({ ...event(), clientId: other, ratingId: 'r', amountMinor: 1 })),
    ).rejects.toThrow('foreign key')
  })

  test('a reversal exchanges debit and credit, once', async () => {
    const [posted] = await post(paid(5000))
    const { journalId } = posted!
    const reverse = () =>
      inTransaction(fresh.db, (tx) => reverseJournal(tx, { accountId, journalId: journalId!, occurredAt }))
    const first = await reverse()
    expect(first.isNew).toBe(true)
    expect(await reverse()).toEqual({ ...first, isNew: false })
    expect((await ofClient()).balanceMinor).toBe(0)
    expect(await balance('clearing', 'stripe')).toBe(0)
    const reversal = { accountId, journalId: first.journalId!, occurredAt }
    await expect(inTransaction(fresh.db, (tx) => reverseJournal(tx, reversal))).rejects.toThrow(
      'is a reversal',
    )
    const foreign = { accountId: await addOperator(fresh.db), journalId: journalId!, occurredAt }
    await expect(inTransaction(fresh.db, (tx) => reverseJournal(tx, foreign))).rejects.toThrow('not found')
  })

  test('an account is opened once, with the number of its client', async () => {
    const key = { accountId, kind: 'client', ref: clientId, currency: 'EUR' } as const
    const open = (account: Parameters<typeof openLedgerAccount>[1]) =>
      inTransaction(fresh.db, (tx) => openLedgerAccount(tx, account))
    const ids = await Promise.all(Array.from({ length: 8 }, () => open({ ...key, creditLimitMinor: 700 })))
    expect(new Set(ids).size).toBe(1)
    expect(await open(key)).toBe(ids[0])
    const row = await fresh.db
      .selectFrom('ledger_accounts')
      .selectAll()
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      code: `${clientId.slice(-12)}-EUR`,
      client_id: clientId,
      limit_minor: 700,
    })
    const tax = await open({ accountId, kind: 'tax', ref: 'DE:1900', currency: 'EUR' })
    expect(
      await fresh.db
        .selectFrom('ledger_accounts')
        .select(['code', 'limit_minor'])
        .where('id', '=', tax)
        .execute(),
    ).toEqual([{ code: 'tax:DE:1900-EUR', limit_minor: 0 }])
  })
})

const idOf = async (kind: 'client' | 'uninvoiced', ref: string) =>
  inTransaction(fresh.db, (tx) => openLedgerAccount(tx, { accountId, kind, ref, currency: 'EUR' }))

const insertJournal = (id: string, total: number, currency = 'EUR') =>
  `insert into ledger_journals (id, account_id, kind, event_key, currency, total_minor, occurred_at)
    values ('${id}', '${accountId}', 'session', 'raw ${id}', '${currency}', ${total}, now())`

describe('the database refuses', () => {
  let debit: string
  let credit: string
  beforeEach(async () => {
    await post(rated(1000, 'committed'))
    debit = await idOf('client', clientId)
    credit = await idOf('uninvoiced', '')
  })

  const transfer = (
    id: string,
    line: number,
    amount: number,
    { currency = 'EUR', to = credit, of = accountId } = {},
  ) =>
    `insert into ledger_transfers (id, journal_id, line, account_id, debit_id, credit_id, currency, amount_minor)
      values ('${newId()}', '${id}', ${line}, '${of}', '${debit}', '${to}', '${currency}', ${amount})`

  test('a journal whose transfers are not its total, when it is committed', async () => {
    for (const lines of [[], [400], [400, 500]]) {
      const id = newId()
      expect(
        await failure(insertJournal(id, 1000), ...lines.map((amount, n) => transfer(id, n, amount))),
      ).toContain('the sum of its transfers is not 1000')
    }
    const id = newId()
    expect(await failure(insertJournal(id, 1000), transfer(id, 1, 1001))).toContain('exceeds the total')
    const complete = newId()
    expect(
      await failure(insertJournal(complete, 1000), transfer(complete, 1, 400), transfer(complete, 2, 600)),
    ).toBe('committed')
  })

  test('a transfer that names another client than its accounts, or has two', async () => {
    const named = (id: string, client: string | null, { from = debit, to = credit } = {}) =>
      `insert into ledger_transfers (id, journal_id, line, account_id, debit_id, credit_id, currency, amount_minor, client_id)
        values ('${newId()}', '${id}', 1, '${accountId}', '${from}', '${to}', 'EUR', 1, ${client === null ? 'null' : `'${client}'`})`
    const other = await addClient(fresh.db, accountId, 'Other')
    const ofOther = await idOf('client', other)
    const fees = await idOf('uninvoiced', 'another one')
    const attempts: [string | null, { from?: string; to?: string }, string][] = [
      [other, {}, 'another client'],
      [clientId, { from: fees }, 'another client'],
      [clientId, { to: ofOther }, 'two clients'],
      [null, { to: ofOther }, 'two clients'],
      [clientId, {}, 'committed'],
      [null, {}, 'committed'],
      [null, { from: fees }, 'committed'],
    ]
    for (const [client, accounts, expected] of attempts) {
      const id = newId()
      expect(await failure(insertJournal(id, 1), named(id, client, accounts))).toContain(expected)
    }
    const { rows } = await fresh.pool.query(
      `select client_id from ledger_transfers where account_id = $1 and amount_minor = 1
        order by client_id nulls last`,
      [accountId],
    )
    expect(rows.map((row: { client_id: string | null }) => row.client_id)).toEqual([clientId, clientId, null])
  })

  test('a line for a committed journal', async () => {
    const { id } = await fresh.db
      .selectFrom('ledger_journals')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(await failure(transfer(id, 2, 1))).toContain('exceeds the total')
    // also beside a new journal, and as a second copy of its line
    const other = newId()
    expect(await failure(insertJournal(other, 1), transfer(other, 1, 1), transfer(id, 2, 1))).toContain(
      'exceeds',
    )
    expect(await failure(transfer(id, 1, 1000))).toMatch(/exceeds|duplicate/)
  })

  test.each([
    'update ledger_journals set total_minor = 1 where false',
    'update ledger_transfers set amount_minor = 1',
    'delete from ledger_journals',
    'delete from ledger_transfers where false',
    'truncate ledger_journals cascade',
    'truncate ledger_transfers',
    'truncate ledger_balances',
    'truncate ledger_accounts cascade',
    'delete from ledger_accounts where false',
    "update ledger_accounts set kind = 'fees'",
    "update ledger_accounts set currency = 'CHF'",
  ])('%s', async (statement) => {
    expect(await failure(statement)).toContain('append-only')
  })

  test('a transfer between currencies, or with another currency than its journal', async () => {
    const francs = await inTransaction(fresh.db, (tx) =>
      openLedgerAccount(tx, { accountId, kind: 'uninvoiced', ref: '', currency: 'CHF' }),
    )
    const id = newId()
    expect(await failure(insertJournal(id, 5), transfer(id, 1, 5, { to: francs }))).toContain(
      'of its account and currency',
    )
    expect(await failure(insertJournal(id, 5, 'CHF'), transfer(id, 1, 5))).toContain(
      'of its account and currency',
    )
    expect(await failure(insertJournal(id, 5, 'CHF'), transfer(id, 1, 5, { currency: 'CHF' }))).toContain(
      'of its account and currency',
    )
  })

  test('a transfer in another account, to the same account, or of nothing', async () => {
    const id = newId()
    const other = await addOperator(fresh.db)
    expect(await failure(insertJournal(id, 5), transfer(id, 1, 5, { of: other }))).toContain(
      'of its account and currency',
    )
    expect(await failure(insertJournal(id, 5), transfer(id, 1, 5, { to: debit }))).toContain(
      'check constraint',
    )
    expect(await failure(insertJournal(id, 5), transfer(id, 1, 0))).toContain('check constraint')
    expect(await failure(insertJournal(id, 5), transfer(id, 1, -5))).toContain('check constraint')
  })
})

/** Raises a hold. */
const grow = (transactionNumber: number, amountMinor: number) =>
  inTransaction(fresh.db, (tx) => growHold(tx, { transactionNumber, amountMinor }))

const tooLow = { code: 'ledger.balance_too_low' }

/** Refunds an amount, if the client can spend it. */
const payBack = (amountMinor: number) =>
  inTransaction(fresh.db, async (tx) => {
    const refusal = await spend(tx, { accountId, clientId, currency: 'EUR', amountMinor })
    if (refusal) return refusal
    await postJournals(tx, [refund({ ...event(), refundId: newId(), amountMinor, from: 'bank' })])
    return null
  })

describe('holds', () => {
  let number = 1_000_000
  const hold = (amountMinor: number, transactionNumber = ++number) =>
    inTransaction(fresh.db, (tx) =>
      placeHold(tx, { accountId, clientId, currency: 'EUR', amountMinor, transactionNumber }),
    )

  test('a hold needs credits minus debits minus holds', async () => {
    expect(await hold(1)).toMatchObject(tooLow)
    await post(paid(5000), rated(1000))
    expect(await hold(3000)).toBeNull()
    expect(await hold(1001)).toMatchObject(tooLow)
    expect(await ofClient()).toMatchObject({ balanceMinor: 4000, heldMinor: 3000, availableMinor: 1000 })
    expect(await hold(1000)).toBeNull()
  })

  test('a credit limit counts', async () => {
    await inTransaction(fresh.db, (tx) =>
      openLedgerAccount(tx, {
        accountId,
        kind: 'client',
        ref: clientId,
        currency: 'EUR',
        creditLimitMinor: 2000,
      }),
    )
    expect(await hold(2001)).toMatchObject(tooLow)
    expect(await hold(2000)).toBeNull()
    expect(await ofClient()).toMatchObject({ balanceMinor: 0, limitMinor: 2000, availableMinor: 0 })
  })

  test('a session has one hold; the same again has no effect', async () => {
    await post(paid(5000))
    expect(await hold(1000, 7)).toBeNull()
    expect(await hold(1000, 7)).toBeNull()
    expect((await ofClient()).heldMinor).toBe(1000)
    await expect(hold(900, 7)).rejects.toThrow('another hold')
    expect(await inTransaction(fresh.db, (tx) => releaseHold(tx, 7))).toBe(true)
    expect(await inTransaction(fresh.db, (tx) => releaseHold(tx, 7))).toBe(false)
    await expect(hold(1000, 7)).rejects.toThrow('another hold')
    expect((await ofClient()).heldMinor).toBe(0)
  })

  test('a hold grows up to the balance, and never shrinks', async () => {
    await post(paid(5000))
    expect(await hold(1000, 8)).toBeNull()
    expect(await grow(8, 4000)).toBeNull()
    expect(await grow(8, 3000)).toBeNull()
    expect(await grow(8, 5001)).toMatchObject(tooLow)
    expect((await ofClient()).heldMinor).toBe(4000)
    expect(await inTransaction(fresh.db, (tx) => captureHold(tx, 8))).toBe(true)
    expect(await grow(8, 5000)).toBeNull()
    expect((await ofClient()).heldMinor).toBe(0)
    await expect(grow(9_999_999, 1)).rejects.toThrow('has no hold')
  })

  test('prices and the ends of their holds are posted together', async () => {
    await post(paid(5000))
    expect(await hold(3000, 10)).toBeNull()
    expect(await hold(1000, 11)).toBeNull()
    await inTransaction(fresh.db, (tx) =>
      postJournals(tx, [rated(1190), rated(0)], { capturedHolds: [10, 11, 12] }),
    )
    expect(await ofClient()).toMatchObject({ balanceMinor: 3810, heldMinor: 0 })
    // a session may cost more than the balance
    await post(rated(9000))
    expect((await ofClient()).availableMinor).toBe(-5190)
  })

  test('a refund needs what is not held', async () => {
    await post(paid(5000))
    expect(await hold(3000)).toBeNull()
    expect(await payBack(2001)).toMatchObject(tooLow)
    expect(await payBack(2000)).toBeNull()
    expect(await payBack(1)).toMatchObject(tooLow)
    await expect(payBack(0)).rejects.toThrow('not an amount')
  })

  test('of two holds on one balance at the same time only one is placed', async () => {
    for (let round = 0; round < 10; round++) {
      clientId = await addClient(fresh.db, accountId)
      await post(paid(1000))
      const results = await Promise.all([hold(700), hold(700)])
      expect(results.filter((refusal) => refusal === null)).toHaveLength(1)
      expect(await ofClient()).toMatchObject({ heldMinor: 700, availableMinor: 300 })
    }
  })
})

test('amounts of the database have the digits of ISO 4217', async () => {
  const currencies = ['EUR', 'JPY', 'KWD', 'CLF', 'HUF', 'ISK', 'UYW', 'XXX', 'ALL', 'BHD', 'XOF']
  const { rows } = await sql<{ currency: string; amount: string }>`
    select c as currency, decimal_amount(-12345, c) as amount from unnest(${currencies}::text[]) c`.execute(
    fresh.db,
  )
  expect(rows).toEqual(currencies.map((currency) => ({ currency, amount: decimalOf(-12345, currency) })))
  const { rows: all } = await sql<{ code: string; digits: number }>`
    select a || b || c as code, scale(decimal_amount(1, a || b || c)) as digits
    from (select chr(n) from generate_series(65, 90) n) x (a), (select chr(n) from generate_series(65, 90) n) y (b),
      (select chr(n) from generate_series(65, 90) n) z (c)`.execute(fresh.db)
  expect(all.filter(({ code, digits }) => digits !== (currencyDigits(code) ?? 2))).toEqual([])
})

test('balances are the sums of their transfers, and their total is zero', async () => {
  const { total, wrong, transfers } = await sumsOfLedger(fresh.db)
  expect({ total, wrong }).toEqual({ total: 0, wrong: 0 })
  expect(transfers).toBeGreaterThan(20)
})
