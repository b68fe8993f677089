import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  balanceOf,
  type JournalLine,
  type LedgerAccountKind,
  type LedgerAccountName,
  type NewJournal,
  placeHold,
  postJournals,
  refund,
  sessionRated,
  spend,
  topUp,
} from '../src/modules/ledger/index.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { addClient, addOperator, sumsOfLedger } from './ledger-fixture.ts'

let fresh: FreshDatabase
let accountId: string
beforeAll(async () => {
  fresh = await freshDatabase({ max: 12 })
  accountId = await addOperator(fresh.db)
})
afterAll(() => fresh.close())

const occurredAt = new Date('2026-03-01T10:00:00Z')
const paid = (clientId: string, amountMinor: number, paymentId = newId()) =>
  topUp({ accountId, clientId, currency: 'EUR', occurredAt, paymentId, provider: 'stripe', amountMinor })
const rated = (clientId: string, amountMinor: number, ratingId = newId()) =>
  sessionRated({ accountId, clientId, currency: 'EUR', occurredAt, ratingId, amountMinor })

/** Posts in one transaction, whose errors are not retried. */
const postOnce = (journals: readonly NewJournal[], capturedHolds: readonly number[] = []) =>
  fresh.db.transaction().execute((tx) => postJournals(tx, journals, { capturedHolds }))

test('the same event from ten connections is booked once', async () => {
  const client = await addClient(fresh.db, accountId)
  const journal = paid(client, 5000)
  const results = (await Promise.all(Array.from({ length: 10 }, () => postOnce([journal])))).flat()
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(results.map(({ journalId }) => journalId)).size).toBe(1)
  const key = { accountId, kind: 'client', ref: client, currency: 'EUR' } as const
  expect((await balanceOf(fresh.db, key)).balanceMinor).toBe(5000)
})

test('of different contents under one key from ten connections one is booked, the others fail', async () => {
  const client = await addClient(fresh.db, accountId)
  const paymentId = newId()
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => postOnce([paid(client, 1000 + n, paymentId)])),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('batches that name events and accounts in opposite order do not deadlock', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => addClient(fresh.db, accountId)))
  for (let round = 0; round < 6; round++) {
    const journals = Array.from({ length: 300 }, (_, n) => rated(clients[n % 8]!, 100))
    await Promise.all([
      postOnce(journals),
      postOnce(journals.toReversed()),
      postOnce(clients.map((client) => rated(client, 100))),
      postOnce(clients.toReversed().map((client) => paid(client, 200))),
    ])
  }
})

test('a refund that has locked the balance does not deadlock with a top-up of the same client', async () => {
  // the clearing account is older than that of the client: by their ids it would be locked first
  await postOnce([paid(await addClient(fresh.db, accountId), 100)])
  const clientId = await addClient(fresh.db, accountId)
  await postOnce([paid(clientId, 100)])
  const key = { accountId, clientId, currency: 'EUR' }
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(fresh.db)
    return rows[0]!.n
  }
  let topUpPosted: Promise<unknown> | undefined
  await fresh.db.transaction().execute(async (tx) => {
    expect(await spend(tx, { ...key, amountMinor: 60 })).toBeNull()
    topUpPosted = postOnce([paid(clientId, 5)])
    await expect.poll(waiting).toBe(1)
    const refundId = newId()
    await postJournals(tx, [
      refund({ ...key, occurredAt, refundId, amountMinor: 60, from: { provider: 'stripe' } }),
    ])
  })
  await topUpPosted
  const { balanceMinor } = await balanceOf(fresh.db, {
    accountId,
    kind: 'client',
    ref: clientId,
    currency: 'EUR',
  })
  expect(balanceMinor).toBe(45)
})

test('batches that end holds do not deadlock with others', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => addClient(fresh.db, accountId)))
  await postOnce(clients.map((client) => paid(client, 1_000_000)))
  let number = 100_000
  for (let round = 0; round < 15; round++) {
    const numbers = clients.map(() => ++number)
    await Promise.all(
      clients.map((clientId, n) =>
        inTransaction(fresh.db, (tx) =>
          placeHold(tx, {
            accountId,
            clientId,
            currency: 'EUR',
            amountMinor: 500,
            transactionNumber: numbers[n]!,
          }),
        ),
      ),
    )
    const journals = clients.map((client) => rated(client, 100))
    await Promise.all([
      // the batch that ends a hold of a client is not the one that posts most of its clients
      postOnce(journals.slice(0, 3), numbers.slice(3)),
      postOnce(journals.slice(3).toReversed(), numbers.slice(0, 3).toReversed()),
      postOnce(clients.map((client) => paid(client, 7))),
    ])
  }
  const { rows } = await sql<{ held: number }>`select coalesce(sum(held_minor), 0)::bigint as held
    from ledger_balances`.execute(fresh.db)
  expect(rows).toEqual([{ held: 0 }])
})

/** Returns a generator of numbers from 0 to 1 (mulberry32), the same for the same seed. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let x = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
}

const internal: readonly LedgerAccountKind[] = [
  'bank',
  'uninvoiced',
  'revenue',
  'fees',
  'dispute',
  'rounding',
]

// Properties: the sum of all balances is zero, and each balance is the sum of its transfers.
test.each([1, 2, 3, 4])('random journals balance (seed %i)', async (seed) => {
  const random = randomOf(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const clients = await Promise.all(Array.from({ length: 5 }, () => addClient(fresh.db, accountId)))
  const side = (): LedgerAccountName =>
    random() < 0.5 ? { kind: 'client', ref: pick(clients) } : { kind: pick(internal), ref: '' }
  const line = (): JournalLine => {
    const debit = side()
    const credit = side()
    const areBoth = debit.kind === 'client' && credit.kind === 'client'
    if (areBoth || (debit.kind === credit.kind && debit.ref === credit.ref)) return line()
    return { debit, credit, amountMinor: 1 + Math.floor(random() ** 4 * 1e9) }
  }
  const events = Array.from(
    { length: 60 },
    (_, n): NewJournal => ({
      accountId,
      kind: 'capture',
      eventKey: `random:${seed}:${n}`,
      currency: pick(['EUR', 'CHF', 'JPY']),
      occurredAt,
      lines: Array.from({ length: Math.floor(random() * 6) }, line),
    }),
  )
  // batches that repeat events, at the same time
  const batches = Array.from({ length: 20 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(events)),
  )
  await Promise.all(batches.map((batch) => postOnce(batch)))
  const { total, wrong } = await sumsOfLedger(fresh.db)
  expect({ total, wrong }).toEqual({ total: 0, wrong: 0 })

  // the same computed here
  const expected = new Map<string, number>()
  const posted = new Set(batches.flat())
  for (const { currency, lines } of posted)
    for (const { debit, credit, amountMinor } of lines)
      for (const [{ kind, ref }, amount] of [
        [debit, -amountMinor],
        [credit, amountMinor],
      ] as const)
        if (kind === 'client') {
          const key = `${ref} ${currency}`
          expected.set(key, (expected.get(key) ?? 0) + amount)
        }
  for (const [key, amount] of expected) {
    const [ref, currency] = key.split(' ') as [string, string]
    const { balanceMinor } = await balanceOf(fresh.db, { accountId, kind: 'client', ref, currency })
    expect(balanceMinor).toBe(amount)
  }
})
