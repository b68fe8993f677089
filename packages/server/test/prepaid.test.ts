import {
  activityList,
  classAccessSet,
  classList,
  clientAccountAdjust,
  clientAccountLimit,
  clientAccountOpen,
  clientSet,
  noticeList,
  orderList,
  type TariffDefinition,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lowBalancesPerRun } from '../src/modules/prepaid/low-balance.ts'
import { maxStops } from '../src/modules/prepaid/session-store.ts'
import { openLedgerAccount, placeHold } from '../src/modules/ledger/index.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import {
  addCard,
  addClient,
  addTariff,
  balance,
  connectStation,
  energyAndFee,
  minutesAgo,
  payIn,
  rateAll,
  ratingsOf,
  sessionId,
} from './charge-fixture.ts'
import type { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let account: string
/** A station that accepts and records requests to stop. */
let station: Awaited<ReturnType<typeof connectStation>> & { stops: number[] }

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('operator')
  account = operator.accountId
  // 0.42 per kWh, 1.00 per session, and 5.00 to start
  await addTariff(server, account, { ...energyAndFee, preauthorize_amount: '5.00' } as TariffDefinition)
  await server.app.bus.publish(server.db, [{ kind: 'hint', account, hint: { kind: 'tariff.changed' } }])
  station = await newStation('PREPAID')
})
afterAll(async () => {
  await station.socket.close()
  await server.close()
})

async function newStation(identity: string) {
  const added = { ...(await connectStation(server, operator, identity)), stops: [] as number[] }
  added.socket.onCall = (action, payload) => {
    if (action === 'RemoteStopTransaction')
      added.stops.push((payload as { transactionId: number }).transactionId)
    return { status: 'Accepted' }
  }
  return added
}

/** A client that pays in advance and has this balance, with a card. */
async function payer(name: string, { minor, limit = 0 }: { minor: number; limit?: number }) {
  const client = await addClient(server, account, name)
  await server.db.updateTable('clients').set({ is_prepaid: true }).where('id', '=', client).execute()
  const key = { accountId: account, kind: 'client', ref: client, currency: 'EUR' } as const
  await inTransaction(server.db, (tx) => openLedgerAccount(tx, { ...key, creditLimitMinor: limit }))
  if (minor > 0) await pay(client, minor)
  return { client, card: await addCard(server, account, client) }
}

const pay = (clientId: string, amountMinor: number) =>
  payIn(server, { accountId: account, clientId, amountMinor })

const authorize = async (idTag: string, socket: RawStation = station.socket) =>
  (await socket.call<{ idTagInfo: { status: string } }>('Authorize', { idTag })).idTagInfo.status

/** Starts a session at a connector; returns its number. */
async function start(idTag: string, { connectorId = 1, from = 60 } = {}) {
  const { transactionId } = await station.socket.call<{ transactionId: number }>('StartTransaction', {
    connectorId,
    idTag,
    meterStart: 0,
    timestamp: minutesAgo(from),
  })
  return transactionId
}

const meter = (transactionId: number, wh: number, minutes: number, connectorId = 1) =>
  station.socket.call('MeterValues', {
    connectorId,
    transactionId,
    meterValue: [{ timestamp: minutesAgo(minutes), sampledValue: [{ value: String(wh) }] }],
  })

const stop = (transactionId: number, meterStop: number) =>
  station.socket.call('StopTransaction', { transactionId, meterStop, timestamp: minutesAgo(1) })

/** Computes the costs of running sessions again, and holds them. */
async function hold() {
  server.clock.forward(11_000)
  await server.app.jobs.work('prepaid.hold')
}

const heldOf = async (client: string) => {
  const { rows } = await sql<{ held: number }>`select b.held_minor::int as held from ledger_balances b
    join ledger_accounts a on a.id = b.ledger_account_id where a.client_id = ${client}`.execute(server.db)
  return rows[0]!.held
}
const holdOf = async (number: number) =>
  (
    await server.db
      .selectFrom('ledger_holds')
      .select('state')
      .where('transaction_number', '=', number)
      .executeTakeFirst()
  )?.state

const eventsOf = async (transactionid: number, kind: 'authorization_refused' | 'session_stop_requested') =>
  server.request(activityList, { transactionid, kinds: [kind] }, operator)

describe('authorization of a client that pays in advance', () => {
  test.each([
    ['the amount of the tariff', { minor: 500 }, 'Accepted'],
    ['a cent less', { minor: 499 }, 'Blocked'],
    ['nothing', { minor: 0 }, 'Blocked'],
    ['a credit limit that covers it', { minor: 0, limit: 500 }, 'Accepted'],
  ])('with %s', async (name, money, status) => {
    const { card } = await payer(name, money)
    expect(await authorize(card)).toBe(status)
  })

  test('counts what is held for other sessions', async () => {
    const { client, card } = await payer('Held', { minor: 900 })
    await inTransaction(server.db, (tx) =>
      placeHold(tx, {
        accountId: account,
        clientId: client,
        currency: 'EUR',
        amountMinor: 401,
        transactionNumber: 9_001,
      }),
    )
    expect(await authorize(card)).toBe('Blocked')
  })

  test('does not concern others', async () => {
    const client = await addClient(server, account, 'Invoiced')
    expect(await authorize(await addCard(server, account, client))).toBe('Accepted')
    expect(await authorize(await addCard(server, account, null))).toBe('Accepted')
  })

  test('states the reason in the activity, also of a start', async () => {
    const { card } = await payer('Reason', { minor: 0 })
    await authorize(card)
    const [event] = await server.request(
      activityList,
      { text: card, kinds: ['authorization_refused'] },
      operator,
    )
    expect(event).toMatchObject({ details: { status: 'Blocked', reason: 'balance_too_low' } })
    const number = await start(card)
    expect(await eventsOf(number, 'authorization_refused')).toMatchObject([
      { details: { action: 'StartTransaction', reason: 'balance_too_low' } },
    ])
    await stop(number, 0)
  })
})

describe('a session of a client that pays in advance', () => {
  test('holds the amount of the tariff, then its cost, and frees it with its price', async () => {
    const { client, card } = await payer('Trillian', { minor: 2_000 })
    const number = await start(card)
    await hold()
    expect(await heldOf(client)).toBe(500)
    // 20 kWh x 0.42 + 1.00 = 9.40
    await meter(number, 20_000, 30)
    await hold()
    expect(await heldOf(client)).toBe(940)
    await stop(number, 20_000)
    expect(await heldOf(client)).toBe(940)
    await rateAll(server)
    expect(await heldOf(client)).toBe(0)
    expect(await holdOf(number)).toBe('captured')
    expect(await balance(server, client)).toBe(1_060)
    expect(station.stops).not.toContain(number)
  })

  test('is stopped once its cost exceeds the balance, with the reason in its activity', async () => {
    const { client, card } = await payer('Ford', { minor: 600 })
    const number = await start(card)
    await hold()
    await meter(number, 20_000, 30)
    await hold()
    await station.socket.until(() => station.stops.includes(number))
    // what was covered stays held
    expect(await heldOf(client)).toBe(500)
    expect(await eventsOf(number, 'session_stop_requested')).toMatchObject([
      { details: { reason: 'balance_too_low' }, connectorid: 1 },
    ])
    // the station is not asked again within a minute, and again after it
    await hold()
    expect(station.stops.filter((one) => one === number)).toHaveLength(1)
    server.clock.forward(60_000)
    await hold()
    await station.socket.until(() => station.stops.filter((one) => one === number).length === 2)
    expect(await eventsOf(number, 'session_stop_requested')).toHaveLength(1)
    await stop(number, 21_000)
    await rateAll(server)
    // 21 kWh x 0.42 + 1.00 = 9.82: the energy was delivered
    expect(await balance(server, client)).toBe(600 - 982)
    expect(await heldOf(client)).toBe(0)
  })

  test('stays with the client of its start if the card gets another one', async () => {
    const [before, after] = [await payer('Before', { minor: 1_000 }), await payer('After', { minor: 100 })]
    const number = await start(before.card)
    await server.db
      .updateTable('cards')
      .set({ client_id: after.client })
      .where('code', '=', before.card)
      .execute()
    await hold()
    expect([await heldOf(before.client), await heldOf(after.client)]).toEqual([500, 0])
    await meter(number, 30_000, 30)
    const asked = station.stops.length
    await hold()
    // 13.60 so far
    await expect.poll(() => station.stops.slice(asked)).toEqual([number])
    await stop(number, 30_000)
    await rateAll(server)
    expect([await balance(server, before.client), await balance(server, after.client)]).toEqual([-360, 100])
  })

  test('that started without money creates debt, and is stopped', async () => {
    const { client, card } = await payer('Offline', { minor: 0 })
    const number = await start(card, { from: 55 })
    await meter(number, 10_000, 30)
    await hold()
    await station.socket.until(() => station.stops.includes(number))
    expect(await holdOf(number)).toBeUndefined()
    await stop(number, 10_000)
    await rateAll(server)
    expect(await balance(server, client)).toBe(-520)
  })

  test('frees what it holds if the job was late and held it after the end', async () => {
    const { client, card } = await payer('Late', { minor: 2_000 })
    const number = await start(card)
    await stop(number, 1_000)
    await rateAll(server)
    await inTransaction(server.db, (tx) =>
      placeHold(tx, {
        accountId: account,
        clientId: client,
        currency: 'EUR',
        amountMinor: 500,
        transactionNumber: number,
      }),
    )
    await hold()
    expect(await heldOf(client)).toBe(0)
  })

  test('keeps what it holds until its end was resolved', async () => {
    const { client, card } = await payer('Review', { minor: 2_000 })
    const number = await start(card)
    await hold()
    await server.db
      .updateTable('transactions')
      .set({ state: 'needs_review', stopped_at: server.clock.now() })
      .where('number', '=', number)
      .execute()
    await rateAll(server)
    await hold()
    expect(await ratingsOf(server, await sessionId(server, number))).toMatchObject([
      { hold_reason: 'needs_review' },
    ])
    expect(await heldOf(client)).toBe(500)
  })
})

test('two sessions on one balance never hold more than there is', async () => {
  const { client, card } = await payer('Two', { minor: 1_200 })
  const other = await newStation('PREPAID-2')
  const first = await start(card, { connectorId: 2 })
  const second = (
    await other.socket.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: card,
      meterStart: 0,
      timestamp: minutesAgo(50),
    })
  ).transactionId
  await hold()
  expect(await heldOf(client)).toBe(1_000)
  // both cost 9.40 now: only 2.00 are left for the first that asks
  await meter(first, 20_000, 30, 2)
  await other.socket.call('MeterValues', {
    connectorId: 1,
    transactionId: second,
    meterValue: [{ timestamp: minutesAgo(30), sampledValue: [{ value: '20000' }] }],
  })
  server.clock.forward(11_000)
  await Promise.all(Array.from({ length: 4 }, () => server.app.jobs.work('prepaid.hold')))
  expect(await heldOf(client)).toBeLessThanOrEqual(1_200)
  await station.socket.until(() => station.stops.includes(first))
  await other.socket.until(() => other.stops.includes(second))
  // four runs at a time ask each station once
  expect(station.stops.filter((one) => one === first)).toHaveLength(1)
  expect(other.stops).toEqual([second])
  await other.socket.close()
})

// Proves L235
test('a station is asked at most 20 times to stop a session', async () => {
  const { card } = await payer('Often', { minor: 0 })
  const number = await start(card, { connectorId: 3 })
  const id = await sessionId(server, number)
  const noted = () =>
    server.db
      .selectFrom('prepaid_stops')
      .select('attempts')
      .where('transaction_id', '=', id)
      .executeTakeFirst()
  await expect
    .poll(async () => {
      await hold()
      return noted()
    })
    .toBeDefined()
  await station.socket.until(() => station.stops.includes(number))
  await server.db
    .updateTable('prepaid_stops')
    .set({ attempts: maxStops, next_at: new Date(0) })
    .where('transaction_id', '=', id)
    .execute()
  await hold()
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from commands
    where action = 'RemoteStopTransaction' and request ->> 'transactionId' = ${String(number)}`.execute(
    server.db,
  )
  expect(rows[0]!.count).toBe(1)
})

test('running sessions are found again by another process', async () => {
  const { client, card } = await payer('Restart', { minor: 2_000 })
  const number = await start(card, { connectorId: 4 })
  const restarted = await TestServer.open({}, { database: server.fresh })
  try {
    restarted.clock.forward(server.clock.now().getTime() - Date.now())
    await restarted.app.jobs.work('prepaid.hold')
    expect(await heldOf(client)).toBe(500)
    await meter(number, 20_000, 30, 4)
    restarted.clock.forward(11_000)
    await restarted.app.jobs.work('prepaid.hold')
    expect(await heldOf(client)).toBe(940)
  } finally {
    await restarted.app.close()
  }
})

/** A client whose account was just opened. */
const unopened = async (name: string) => {
  const client = await addClient(server, account, name)
  return { client, opened: await server.request(clientAccountOpen, { id: client }, operator) }
}

describe('operators', () => {
  test('open the account of a client once', async () => {
    const { client, opened } = await unopened('Opened')
    expect(opened).toMatchObject({ client, currency: 'EUR', typecode: 'active', balance: '0.00' })
    expect(await server.request(clientAccountOpen, { id: client }, operator)).toEqual(opened)
  })

  test('change the credit limit, which the check of a start counts', async () => {
    const { client, card } = await payer('Limited', { minor: 0 })
    const { id } = await server.request(clientAccountOpen, { id: client }, operator)
    const limit = (creditlimit: string) => server.request(clientAccountLimit, { id, creditlimit }, operator)
    expect(await limit('5.00')).toMatchObject({ typecode: 'passive', creditlimit: '5.00' })
    expect(await authorize(card)).toBe('Accepted')
    expect(await limit('4.99')).toMatchObject({ creditlimit: '4.99' })
    expect(await authorize(card)).toBe('Blocked')
    expect(
      await server.requestError(clientAccountLimit, { id, creditlimit: '1.001' }, operator),
    ).toMatchObject({ status: 400, code: 'account.amount_invalid' })
    expect(await server.changesOf(id)).toEqual([
      'create by operator',
      'limit by operator',
      'limit by operator',
    ])
  })

  test('correct the balance with a reason, once per id', async () => {
    const { client, opened } = await unopened('Corrected')
    const { id } = opened
    const correct = (amount: string, adjustment = newId()) =>
      server.request(clientAccountAdjust, { id, amount, reason: ' Goodwill ', adjustment }, operator)
    const first = newId()
    expect(await correct('12.50', first)).toMatchObject({ balance: '12.50' })
    expect(await correct('12.50', first)).toMatchObject({ balance: '12.50' })
    expect(await correct('-20')).toMatchObject({ balance: '-7.50' })
    const asked = { id, amount: '1.00', reason: 'Other', adjustment: first }
    expect(await server.requestError(clientAccountAdjust, asked, operator)).toMatchObject({ status: 409 })
    for (const amount of ['0', '0.00', '1.001'])
      expect(
        await server.requestError(clientAccountAdjust, { id, amount, reason: 'x' }, operator),
      ).toMatchObject({ code: 'account.amount_invalid' })
    expect(
      await server.requestError(clientAccountAdjust, { id, amount: '1', reason: '  ' }, operator),
    ).toMatchObject({ code: 'account.reason_required' })
    expect(await server.request(orderList, { filter: { client } }, operator)).toMatchObject([
      { typecode: 'adjustment', typename: 'Adjustment', amount: '20.00', description: 'Goodwill' },
      { typecode: 'adjustment', amount: '12.50', payeename: 'Corrected' },
    ])
    expect(await server.changesOf(id)).toEqual([
      'create by operator',
      'adjust by operator',
      'adjust by operator',
    ])
  })

  test('of a client, and of another account, change nothing', async () => {
    const { client, opened } = await unopened('Refused')
    const { id } = opened
    const member = await newMember(client)
    const stranger = await server.user('stranger', { accountId: await server.addAccount('elsewhere') })
    const calls = [
      [clientAccountOpen, { id: client }],
      [clientAccountLimit, { id, creditlimit: '100' }],
      [clientAccountAdjust, { id, amount: '100', reason: 'Mine' }],
    ] as const
    for (const [row, body] of calls) {
      expect(await server.requestError(row, body, member)).toMatchObject({ code: 'access.cannot_change' })
      expect(await server.requestError(row, body, stranger)).toMatchObject({ status: 404 })
    }
    const rights = await server.request(classList, {}, member)
    expect(rights.find(({ code }) => code === 'account')?.access).toMatchObject({ s: true, u: false })
    expect(await balance(server, client)).toBe(0)
  })
})

let members = 0
/** A user of a client. */
async function newMember(client: string): Promise<TestUser> {
  members += 1
  const { id } = await server.addUser(`member-${members}`)
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
  return server.signIn(`member-${members}`)
}

const noticesAbout = async (who: TestUser, client: string) =>
  (await server.request(noticeList, {}, who)).filter(({ object }) => object === client)

describe('the notice of a low balance', () => {
  test('goes to the users of the client and the operators, once until it is topped up', async () => {
    const { client } = await payer('Zarquon', { minor: 1_000 })
    const member = await newMember(client)
    const other = await newMember((await payer('Other', { minor: 0 })).client)
    await server.request(clientSet, { id: client, lowbalance: '10.00' }, operator)
    const run = () => server.app.jobs.work('prepaid.low-balance')
    await run()
    expect(await noticesAbout(member, client)).toEqual([])
    await server.request(clientSet, { id: client, lowbalance: '10.01' }, operator)
    await run()
    await run()
    for (const who of [member, operator])
      expect(await noticesAbout(who, client)).toMatchObject([
        { severity: 'warning', kind: 'balance', text: 'The balance of Zarquon is €10.00, below €10.01.' },
      ])
    expect(await noticesAbout(other, client)).toEqual([])
    await pay(client, 1)
    await run()
    await server.request(clientSet, { id: client, lowbalance: '11' }, operator)
    await run()
    expect(await noticesAbout(member, client)).toHaveLength(2)
  })

  test('does not go to drivers who may not see the balance', async () => {
    const { client } = await payer('Fleet', { minor: 1_000 })
    const [sole, second, granted] = await Promise.all(
      ['sole', 'second', 'granted'].map((name) => server.user(`fleet-${name}`, { interface: 'driver' })),
    )
    const run = async (lowbalance: string) => {
      await server.request(clientSet, { id: client, lowbalance }, operator)
      await server.app.jobs.work('prepaid.low-balance')
    }
    const join = ({ id }: TestUser) =>
      server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
    await join(sole!)
    await server.db.updateTable('cards').set({ owner_id: sole!.id }).where('client_id', '=', client).execute()
    await run('11')
    expect(await noticesAbout(sole!, client)).toHaveLength(1)
    await join(second!)
    await join(granted!)
    const rule = { class: 'account', user: granted!.id, allow: { a: true, s: true } }
    await server.request(classAccessSet, rule, await server.signIn('admin'))
    await pay(client, 1_000)
    await server.app.jobs.work('prepaid.low-balance')
    await run('100')
    expect(await noticesAbout(sole!, client)).toHaveLength(1)
    expect(await noticesAbout(second!, client)).toEqual([])
    expect(await noticesAbout(granted!, client)).toHaveLength(1)
  })

  // Proves L236
  test('is written to any number of clients, 100 in a transaction', async () => {
    const names = Array.from({ length: lowBalancesPerRun + 1 }, (_, n) => `Many ${n}`)
    const clients = await Promise.all(names.map((name) => addClient(server, account, name)))
    await server.db.updateTable('clients').set({ low_balance: '1' }).where('id', 'in', clients).execute()
    await server.app.jobs.work('prepaid.low-balance')
    const { rows } = await sql<{ count: number }>`select count(distinct object_id)::int as count from notices
      where object_id = any(${clients}::uuid[])`.execute(server.db)
    expect(rows[0]!.count).toBe(clients.length)
  })
})

test('consoles get a hint when a balance changes, and while sessions cost more', async () => {
  const hints: string[] = []
  const stopListening = server.app.bus.on('hint', ({ hint }) => void hints.push(hint.kind))
  const { client, card } = await payer('Hinted', { minor: 2_000 })
  await expect.poll(() => hints).toContain('balance.changed')
  hints.length = 0
  const number = await start(card, { connectorId: 5 })
  await hold()
  expect(await heldOf(client)).toBe(500)
  await expect.poll(() => hints).toContain('balance.changed')
  await meter(number, 1_000, 30, 5)
  await expect.poll(() => hints, { timeout: 15_000 }).toContain('cost.changed')
  stopListening()
})
