import {
  accountGet,
  clientAccountCount,
  clientAccountGet,
  clientAccountList,
  incidentList,
  incidentRuleList,
  incidentRuleSet,
  ledgerCheck,
  orderCount,
  orderGet,
  orderList,
  siteSet,
  whoami,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  invoiceIssued,
  type NewJournal,
  openLedgerAccount,
  placeHold,
  postJournals,
  releaseHold,
  reverseJournal,
  sessionRated,
  topUp,
} from '../src/modules/ledger/index.ts'
import { ledgerJobs } from '../src/modules/ledger/verify.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { clientUser, evaluate, later, minuteMs, olga, openServer } from './incident-fixture.ts'
import { addClient } from './ledger-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let server: TestServer
let admin: TestUser
let member: TestUser
let own: string
let foreign: string
let other: { accountId: string; client: string }
beforeAll(async () => {
  server = await openServer()
  admin = await server.user('adam', { isAdmin: true })
  const trillian = await clientUser('Trillian', 'tricia')
  const zaphod = await clientUser('Zaphod', 'zaphod')
  member = trillian.user
  own = trillian.client
  foreign = zaphod.client
  const accountId = await server.addAccount('other')
  other = { accountId, client: await addClient(server.db, accountId, 'Marvin') }
  await post(
    topUp({
      ...of(own),
      paymentId: 'p1',
      provider: 'stripe',
      amountMinor: 5000,
      description: 'First payment',
    }),
    sessionRated({ ...of(own), ratingId: 'r1', amountMinor: 1190 }),
    sessionRated({ ...of(foreign), ratingId: 'r2', amountMinor: 700 }),
    sessionRated({ ...of(other.client, other.accountId), ratingId: 'r3', amountMinor: 900 }),
  )
})
afterAll(() => server.close())

const of = (clientId: string, accountId = olga().accountId) => ({
  accountId,
  clientId,
  currency: 'EUR',
  occurredAt: new Date('2026-03-01T10:00:00Z'),
})
const post = (...journals: NewJournal[]) => inTransaction(server.db, (tx) => postJournals(tx, journals))

describe('lists', () => {
  test('operators see the accounts of the clients of their account, with balances', async () => {
    const accounts = await server.request(clientAccountList, { orderby: ['clientname'] }, olga())
    expect(accounts).toMatchObject([
      {
        clientname: 'Trillian',
        typecode: 'active',
        typename: 'Active',
        statename: 'Enabled',
        currency: 'EUR',
        balance: '38.10',
        held: '0.00',
      },
      { clientname: 'Zaphod', balance: '-7.00' },
    ])
    expect(await server.request(clientAccountCount, {}, olga())).toEqual({ count: 2 })
    const [{ id }] = accounts as [(typeof accounts)[0]]
    expect(await server.request(clientAccountGet, { id }, olga())).toEqual(accounts[0])
    expect(await server.request(clientAccountCount, {}, admin)).toEqual({ count: 3 })
    const debtors = { search: [{ field: 'balance', compare: 'LSS' as const, value: 0 }] }
    expect(await server.request(clientAccountList, debtors, olga())).toMatchObject([{ clientname: 'Zaphod' }])
  })

  test('users of a client see its account only, and drivers none', async () => {
    const [account, ...others] = await server.request(clientAccountList, {}, member)
    expect(others).toEqual([])
    expect(account).toMatchObject({ client: own, balance: '38.10' })
    const all = await server.request(clientAccountList, {}, admin)
    for (const { id } of all.filter(({ client }) => client !== own))
      expect(await server.requestError(clientAccountGet, { id }, member)).toMatchObject({ status: 404 })
    const driver = await server.user('dora', { interface: 'driver' })
    expect(await server.requestError(clientAccountList, {}, driver)).toMatchObject({ status: 403 })
    expect(await server.requestError(orderList, {}, driver)).toMatchObject({ status: 403 })
  })

  test('amounts have the digits of their currency', async () => {
    await post(
      { ...sessionRated({ ...of(own), ratingId: 'yen', amountMinor: 250 }), currency: 'JPY' },
      {
        ...topUp({ ...of(own), paymentId: 'dinar', provider: 'stripe', amountMinor: 1234 }),
        currency: 'KWD',
      },
    )
    const balances = await server.request(clientAccountList, { orderby: ['currency'] }, member)
    expect(balances.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['EUR', '38.10'],
      ['JPY', '-250'],
      ['KWD', '1.234'],
    ])
  })

  // Proves S1.5
  test('users of a client see its balance, others zero in the currency of the account', async () => {
    const { account } = await server.request(whoami, {}, member)
    expect(account).toMatchObject({ balance: '38.10', currency_code: 'EUR' })
    expect(await server.request(accountGet, {}, member)).toMatchObject({ balance: '38.10' })
    await server.db.updateTable('clients').set({ currency_code: 'KWD' }).where('id', '=', own).execute()
    expect((await server.request(whoami, {}, member)).account).toMatchObject({
      balance: '1.234',
      currency_code: 'KWD',
    })
    await server.db.updateTable('clients').set({ currency_code: 'CHF' }).where('id', '=', own).execute()
    expect((await server.request(whoami, {}, member)).account.balance).toBe('0.00')
    await server.db.updateTable('clients').set({ currency_code: 'EUR' }).where('id', '=', own).execute()
    expect((await server.request(whoami, {}, olga())).account).toMatchObject({
      balance: '0.00',
      currency_code: 'EUR',
    })
  })

  test('orders are transfers with both sides', async () => {
    const [order] = await server.request(orderList, { filter: { description: 'First payment' } }, olga())
    expect(order).toMatchObject({
      classcode: 'order',
      typecode: 'top_up',
      typename: 'Top-up',
      statecode: 'succeeded',
      statename: 'Succeeded',
      amount: '50.00',
      currency: 'EUR',
      datetime: '2026-03-01T10:00:00.000Z',
      debitcode: 'clearing:stripe-EUR',
      payername: expect.any(String),
      payeename: 'Trillian',
      client: own,
      invoice: null,
    })
    expect(order!.code).toMatch(/^[0-9A-F]{12}$/)
    expect(await server.request(orderGet, { id: order!.id }, olga())).toEqual(order)
    const { count } = await server.request(orderCount, { filter: { client: foreign } }, olga())
    expect(count).toBe(1)
  })

  test('an order names its invoice, and one that is reversed is refunded', async () => {
    const invoiceId = newId()
    const [issued] = await post(
      invoiceIssued({ ...of(own), invoiceId, pricesIncludeTax: true, netMinor: 1000, taxes: [] }),
    )
    await inTransaction(server.db, (tx) =>
      reverseJournal(tx, {
        accountId: olga().accountId,
        journalId: issued!.journalId!,
        occurredAt: new Date(),
      }),
    )
    const orders = await server.request(orderList, { filter: { invoice: invoiceId } }, olga())
    expect(orders.map(({ typecode, statecode }) => `${typecode} ${statecode}`).sort()).toEqual([
      'invoice refunded',
      'reversal succeeded',
    ])
    // revenue is no account of a client
    expect(await server.request(orderCount, { filter: { invoice: invoiceId } }, member)).toEqual({ count: 0 })
  })

  test('users of a client see its orders without the accounts of the operator', async () => {
    const orders = await server.request(
      orderList,
      { filter: { currency: 'EUR' }, orderby: ['typecode'] },
      member,
    )
    expect(orders).toMatchObject([
      { typecode: 'session', amount: '11.90', creditcode: null, credit: null, payername: 'Trillian' },
      { typecode: 'top_up', amount: '50.00', debitcode: null, debit: null, payeename: 'Trillian' },
    ])
    expect(await server.request(orderCount, { filter: { client: foreign } }, member)).toEqual({ count: 0 })
    const [hidden] = await server.request(orderList, { filter: { client: foreign } }, olga())
    expect(await server.requestError(orderGet, { id: hidden!.id }, member)).toMatchObject({
      code: 'order.not_found',
    })
  })
})

const tables = [
  'ledger_accounts',
  'ledger_journals',
  'ledger_transfers',
  'ledger_balances',
  'ledger_holds',
  'ledger_checks',
] as const

/** Returns the rows that a request of this account and client sees, without the conditions of queries. */
const seenBy = async (table: string, account: string, client = '') => {
  const connection = await server.fresh.pool.connect()
  try {
    await connection.query(`begin; set local role stationmaster_web;
      set local stationmaster.account = '${account}'; set local stationmaster.client = '${client}'`)
    const { rows } = await connection.query<{ account_id: string; client: string | null }>(
      `select t.account_id, to_jsonb(t) ->> 'client_id' as client from ${table} t`,
    )
    return rows
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

describe('row-level security', () => {
  beforeAll(async () => {
    let number = 0
    for (const [client, accountId] of [
      [own, olga().accountId],
      [foreign, olga().accountId],
      [other.client, other.accountId],
    ] as const) {
      const spending = { accountId, clientId: client, currency: 'EUR', transactionNumber: ++number }
      await post(topUp({ ...of(client, accountId), paymentId: newId(), provider: 'p', amountMinor: 10_000 }))
      await inTransaction(server.db, (tx) => placeHold(tx, { ...spending, amountMinor: 10 }))
    }
    await verify()
  })

  // Proves A8
  test.each(tables)('of %s shows an account its own rows', async (table) => {
    const { rows } = await sql<{
      n: number
    }>`select count(distinct account_id) as n from ${sql.table(table)}`.execute(server.db)
    expect(rows[0]!.n).toBe(2)
    for (const account of [olga().accountId, other.accountId]) {
      const seen = await seenBy(table, account)
      expect(seen.length).toBeGreaterThan(0)
      expect(new Set(seen.map((row) => row.account_id))).toEqual(new Set([account]))
    }
  })

  // Proves A8
  test('shows a client its own accounts, balances, holds, transfers and journals', async () => {
    const { accountId } = olga()
    const count = async (table: string) => (await seenBy(table, accountId, own)).length
    const accounts = await seenBy('ledger_accounts', accountId, own)
    expect(new Set(accounts.map(({ client }) => client))).toEqual(new Set([own]))
    expect(await count('ledger_balances')).toBe(accounts.length)
    expect(await count('ledger_holds')).toBe(1)
    const transfers = await seenBy('ledger_transfers', accountId, own)
    expect(new Set(transfers.map(({ client }) => client))).toEqual(new Set([own]))
    expect(await count('ledger_journals')).toBe(transfers.length)
    expect(await count('ledger_checks')).toBe(0)
  })
})

const [job, removal] = ['ledger.verify', 'ledger.remove-old']
const verify = () => run(job!)
const run = async (name: string) =>
  ledgerJobs({ db: server.db, clock: server.clock })
    .find((one) => one.name === name)!
    .work()

/** Changes rows as a superuser, without triggers. */
const manipulate = async (statement: string) => {
  const connection = await server.fresh.pool.connect()
  try {
    await connection.query('set session_replication_role = replica')
    await connection.query(statement)
  } finally {
    await connection.query('reset session_replication_role')
    connection.release()
  }
}

const last = async () => (await server.request(ledgerCheck, {}, admin))!

describe('ledger.verify', () => {
  test('stores that everything is correct, for administrators', async () => {
    await verify()
    const check = await last()
    expect(check).toMatchObject({ mismatches: 0, details: [] })
    expect(check.transfers).toBeGreaterThan(5)
    expect(check.journals).toBe(check.transfers)
    expect(await server.requestError(ledgerCheck, {}, olga())).toMatchObject({ status: 403 })
  })

  test.each([
    [
      'balance',
      'update ledger_balances set credit_minor = credit_minor + 1 where ledger_account_id = $1',
      'total',
    ],
    [
      'balance',
      'update ledger_balances set credit_minor = credit_minor + 1, debit_minor = debit_minor + 1 where ledger_account_id = $1',
      null,
    ],
    ['balance', 'delete from ledger_balances where ledger_account_id = $1', 'total'],
    ['holds', 'update ledger_balances set held_minor = held_minor + 1 where ledger_account_id = $1', null],
    [
      'journal',
      "update ledger_journals set total_minor = total_minor + 1 where event_key = 'rating:r1'",
      null,
    ],
    [
      'journal',
      "delete from ledger_transfers t using ledger_journals j where j.id = t.journal_id and j.event_key = 'rating:r1'",
      'balance',
    ],
    [
      'balance',
      "update ledger_transfers t set amount_minor = amount_minor + 1 from ledger_journals j where j.id = t.journal_id and j.event_key = 'rating:r1'",
      'journal',
    ],
  ])('finds a wrong %s: %s', async (what, statement, also) => {
    const { accountId } = olga()
    const id = await inTransaction(server.db, (tx) =>
      openLedgerAccount(tx, { accountId, kind: 'client', ref: own, currency: 'EUR' }),
    )
    const before = await copyTables()
    try {
      await manipulate(statement.replace('$1', `'${id}'`))
      await verify()
      const { mismatches, details } = await last()
      expect(mismatches).toBeGreaterThan(0)
      const found = new Set(details.map((one) => one.what))
      expect(found).toContain(what)
      if (also !== null) expect(found).toContain(also)
    } finally {
      await before.restore()
    }
    await verify()
    expect(await last()).toMatchObject({ mismatches: 0 })
  })

  test('opens an incident of the account, which recovers when the ledger is correct again', async () => {
    const incidents = async (who: TestUser) =>
      server.request(incidentList, { filter: { rule: 'ledger_mismatch' } }, who)
    await evaluate()
    expect(await incidents(olga())).toEqual([])
    const wrong = `update ledger_balances b set debit_minor = debit_minor %s 1
      from ledger_accounts a where a.id = b.ledger_account_id and a.client_id = '${own}' and a.currency = 'EUR'`
    await manipulate(wrong.replace('%s', '+'))
    await verify()
    await evaluate()
    expect(await incidents(olga())).toMatchObject([
      { severity: 'critical', status: 'open', stationid: null, siteid: null, details: { events: 2 } },
    ])
    expect(await incidents(member)).toEqual([])
    await manipulate(wrong.replace('%s', '-'))
    server.clock.forward(minuteMs)
    await verify()
    await evaluate()
    expect(await incidents(olga())).toMatchObject([{ status: 'recovered' }])
  })

  test('has no rule at a site', async () => {
    const { id: site } = await server.request(siteSet, { id: null, label: 'Magrathea' }, olga())
    const rules = async (of: object) =>
      (await server.request(incidentRuleList, of, olga())).map(({ rule }) => rule)
    expect(await rules({})).toContain('ledger_mismatch')
    expect(await rules({ site })).not.toContain('ledger_mismatch')
    const body = { site, rule: 'ledger_mismatch' as const, enabled: false }
    expect(await server.requestError(incidentRuleSet, body, olga())).toMatchObject({
      code: 'value.not_listed',
    })
  })

  // Proves L212
  test('old results and ended holds are deleted', async () => {
    const { accountId } = olga()
    const spending = { accountId, clientId: own, currency: 'EUR', amountMinor: 10, transactionNumber: 900 }
    await inTransaction(server.db, (tx) => placeHold(tx, spending))
    await inTransaction(server.db, (tx) => releaseHold(tx, 900))
    const counts = async () => {
      const { rows } = await sql<{ checks: number; ended: number; open: number }>`
        select (select count(*) from ledger_checks) as checks,
          (select count(*) from ledger_holds where state <> 'open') as ended,
          (select count(*) from ledger_holds where state = 'open') as open`.execute(server.db)
      return rows[0]!
    }
    await run(removal!)
    expect(await counts()).toMatchObject({ ended: 1, open: 3 })
    await later(91 * 24 * 60)
    await run(removal!)
    expect(await counts()).toMatchObject({ ended: 0, open: 3 })
    expect((await counts()).checks).toBeGreaterThan(0)
    await later(310 * 24 * 60)
    await run(removal!)
    expect(await counts()).toEqual({ checks: 0, ended: 0, open: 3 })
  })
})

/** Copies the tables of the ledger; `restore` writes them back without triggers. */
async function copyTables() {
  const copied = tables.filter((table) => table !== 'ledger_checks')
  await manipulate(copied.map((table) => `create table copy_of_${table} as table ${table}`).join(';'))
  return {
    restore: () =>
      manipulate(
        [
          ...copied.toReversed().map((table) => `delete from ${table}`),
          `insert into ledger_accounts (id, account_id, kind, ref, currency, code, limit_minor, created_at)
            select id, account_id, kind, ref, currency, code, limit_minor, created_at
            from copy_of_ledger_accounts`,
          ...copied.slice(1).map((table) => `insert into ${table} select * from copy_of_${table}`),
          ...copied.map((table) => `drop table copy_of_${table}`),
        ].join(';'),
      ),
  }
}
