import {
  cardSet,
  chargeGet,
  chargeList,
  chargeSum,
  incidentList,
  noticeList,
  ratingGet,
  ratingRecompute,
  sessionCost,
  sessionRate,
  stationSet,
  transactionList,
  transactionResolve,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelCharges, knownRatings } from '../src/modules/charges/rating-store.ts'
import { chargesOfRating } from '../src/modules/charges/session-cost-store.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import {
  addCard,
  addClient,
  addTariff,
  balance,
  chargeEnergy,
  chargesOf,
  connectStation,
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
  station = await connectStation(server, operator, 'CP-MONEY')
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

test('the driver is notified once of the end of a session, with the cost unless another client pays', async () => {
  const { card, client } = await newPayer('Notice')
  const driver = await server.user('notified-driver', { interface: 'driver' })
  const noticesOf = () => server.request(noticeList, {}, driver)
  const assign = (values: { client_id: string | null }) =>
    server.db.updateTable('users').set(values).where('id', '=', driver.id).execute()
  await server.db.updateTable('cards').set({ owner_id: driver.id }).where('code', '=', card).execute()
  const { number } = await chargeEnergy(station.socket, card, { wh: 12_340 })
  await rateAll(server)
  await rateAll(server)
  const id = await sessionId(server, number)
  const { public_no: place } = await server.db
    .selectFrom('stations')
    .select('public_no')
    .where('id', '=', station.id)
    .executeTakeFirstOrThrow()
  expect(await noticesOf()).toMatchObject([
    {
      text: `Charging at ${place} has ended: 12.34 kWh, €6.18.`,
      kind: 'session',
      objectclass: 'transaction',
      object: id,
      objectlabel: String(number),
    },
  ])
  await server.request(sessionRate, { id }, operator)
  await rateAll(server)
  expect(await noticesOf()).toHaveLength(1)
  await assign({ client_id: await addClient(server, account, 'Employer') })
  await chargeEnergy(station.socket, card, { wh: 1_000, from: 25, to: 20 })
  await rateAll(server)
  expect((await noticesOf())[0]!.text).toBe(`Charging at ${place} has ended: 1 kWh.`)
  await assign({ client_id: client })
  await chargeEnergy(station.socket, card, { wh: 1_000, from: 15, to: 10 })
  await rateAll(server)
  expect((await noticesOf())[0]!.text).toBe(`Charging at ${place} has ended: 1 kWh, €1.42.`)
})

describe('a session', () => {
  // 26.788 kWh x 0.42 = 11.25096, rounded once: 11.25; with the fee 12.25, of which 12.25 x 19 / 119 = 1.96 is tax
  // Proves R7
  test('is charged once, with the amounts of its tariff', async () => {
    const { client, id, number } = await rated('Once', 26_788)
    await rateAll(server)
    expect(await ratingsOf(server, id)).toMatchObject([
      { revision: 1, hold_reason: null, gross_minor: 1_225 },
    ])
    const rows = await server.request(
      chargeList,
      { filter: { session: id }, orderby: ['servicecode'] },
      operator,
    )
    expect(rows).toMatchObject([
      {
        servicecode: 'ENERGY',
        volume: 26_788,
        unit: 'Wh',
        price: '0.42',
        amount: '11.25',
        statecode: 'processing',
      },
      { servicecode: 'FLAT', volume: 1, unit: 'count', price: '1.00', amount: '1.00', transactionid: number },
    ])
    expect(rows[0]).toMatchObject({
      clientname: 'Once',
      identity: 'CP-MONEY',
      currency: 'EUR',
      taxrate: 1900,
    })
    const sum = await server.request(chargeSum, { filter: { session: id } }, operator)
    expect(sum).toEqual({
      count: 2,
      sums: [{ currency: 'EUR', amount: '12.25', uninvoiced: '12.25', count: 2 }],
    })
    expect(await balance(server, client)).toBe(-1_225)
    const cost = await server.request(sessionCost, { id }, operator)
    expect(cost).toMatchObject({
      pricestate: 'rated',
      cost: '12.25',
      net: '10.29',
      tax: '1.96',
      sofar: false,
    })
    const [row] = await server.request(transactionList, { filter: { id } }, operator)
    expect(row).toMatchObject({ cost: '12.25', currency: 'EUR', pricestate: 'rated', holdreason: null })
    const detail = await server.request(chargeGet, { id: rows[0]!.id }, operator)
    expect(detail.parts).toMatchObject([
      { quantity: 26_788, price: '0.42', exact: '11.25096', reason: 'price' },
    ])
  })

  // Proves R7
  test('is charged once if its stop is repeated, later or with another time', async () => {
    const { client, id, stop } = await rated('Twice', 10_000)
    await station.socket.call('StopTransaction', stop)
    await station.socket.call('StopTransaction', { ...stop, timestamp: minutesAgo(29) })
    await rateAll(server)
    expect(await ratingsOf(server, id)).toHaveLength(1)
    expect(await balance(server, client)).toBe(-520)
  })

  test('that was reported when the station was online again is charged by its own times', async () => {
    const { client, card } = await newPayer('Offline')
    const { number } = await chargeEnergy(station.socket, card, { wh: 5_000, from: 60 * 30, to: 60 * 29 })
    await rateAll(server)
    expect(await balance(server, client)).toBe(-310)
    const { rating } = await server.request(sessionCost, { id: await sessionId(server, number) }, operator)
    const { readings } = await server.request(ratingGet, { id: rating! }, operator)
    expect(readings.map(({ wh, kind }) => [wh, kind])).toEqual([
      [1_000, 'start'],
      [3_500, 'reading'],
      [6_000, 'stop'],
    ])
  })

  // Proves L192
  test('shows its cost so far while it is running', async () => {
    const { card } = await newPayer('Running')
    const { transactionId } = await station.socket.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: card,
      meterStart: 0,
      timestamp: minutesAgo(20),
    })
    const meterValue = [{ timestamp: minutesAgo(10), sampledValue: [{ value: '10000' }] }]
    await station.socket.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    const id = await sessionId(server, transactionId)
    const cost = await server.request(sessionCost, { id }, operator)
    expect(cost).toMatchObject({
      pricestate: 'running',
      sofar: true,
      cost: '5.20',
      currency: 'EUR',
      rating: null,
    })
    const [row] = await server.request(transactionList, { filter: { id } }, operator)
    expect(row).toMatchObject({ cost: '5.20', pricestate: 'running' })
    const more = [{ timestamp: minutesAgo(5), sampledValue: [{ value: '20000' }] }]
    await station.socket.call('MeterValues', { connectorId: 1, transactionId, meterValue: more })
    expect((await server.request(sessionCost, { id }, operator)).cost).toBe('5.20')
    server.clock.forward(10_001)
    expect((await server.request(sessionCost, { id }, operator)).cost).toBe('9.40')
    await station.socket.call('StopTransaction', {
      transactionId,
      meterStop: 20_000,
      timestamp: minutesAgo(0),
    })
    await rateAll(server)
    expect((await server.request(sessionCost, { id }, operator)).cost).toBe('9.40')
  })

  test('that continues to wait for the vehicle is charged when it has left', async () => {
    const other = await server.addAccount('release')
    const owner = await server.user('release', { accountId: other })
    await addTariff(server, other, {
      currency: 'EUR',
      tax_included: 'YES',
      vat: 1900,
      elements: [
        { price_components: [{ type: 'ENERGY', price: '0.50' }] },
        { price_components: [{ type: 'PARKING_TIME', price: '6.00' }] },
      ],
      idle: { grace_seconds: 0, until: 'release' },
    })
    const client = await addClient(server, other, 'Parker')
    const card = await addCard(server, other, client)
    const { socket } = await connectStation(server, owner, 'CP-RELEASE')
    const status = (name: string, minutes: number) =>
      socket.call('StatusNotification', {
        connectorId: 1,
        errorCode: 'NoError',
        status: name,
        timestamp: minutesAgo(minutes),
      })
    const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: card,
      meterStart: 0,
      timestamp: minutesAgo(60),
    })
    await status('Charging', 60)
    await socket.call('StopTransaction', { transactionId, meterStop: 10_000, timestamp: minutesAgo(30) })
    await status('Finishing', 30)
    await rateAll(server)
    const id = await sessionId(server, transactionId)
    expect(await ratingsOf(server, id)).toEqual([])
    expect(await server.request(sessionCost, { id }, owner)).toMatchObject({ pricestate: 'waiting' })
    await status('Available', 10)
    // times that the server sets have microseconds
    await sql`update transactions set stopped_at = stopped_at + interval '913 microseconds',
      started_at = started_at + interval '777 microseconds' where id = ${id}`.execute(server.db)
    server.clock.forward(150_000)
    await rateAll(server)
    // 10 kWh x 0.50 and 20 min x 6.00 per hour
    expect(await balance(server, client)).toBe(-700)
    await socket.close()
  })
})

describe('nothing is charged', () => {
  test('without a client, until its card has one', async () => {
    const card = await addCard(server, account, null)
    const { number } = await chargeEnergy(station.socket, card, { wh: 10_000 })
    const id = await sessionId(server, number)
    await rateAll(server)
    const cost = await server.request(sessionCost, { id }, operator)
    expect(cost).toMatchObject({ pricestate: 'held', holdreason: 'no_client', cost: '5.20' })
    expect(await chargesOf(server, id)).toEqual([])
    const client = await addClient(server, account, 'Late')
    const { id: cardId } = await server.db
      .selectFrom('cards')
      .select('id')
      .where('code', '=', card)
      .executeTakeFirstOrThrow()
    await server.request(cardSet, { id: cardId, client }, operator)
    await server.request(sessionRate, { id }, operator)
    await rateAll(server)
    expect(await balance(server, client)).toBe(-520)
    expect((await ratingsOf(server, id)).map(({ revision, hold_reason }) => [revision, hold_reason])).toEqual(
      [
        [1, 'no_client'],
        [2, null],
      ],
    )
    await server.request(sessionRate, { id }, operator)
    await rateAll(server)
    expect(await ratingsOf(server, id)).toHaveLength(2)
  })

  test('without a tariff', async () => {
    const other = await server.addAccount('no-tariff')
    const owner = await server.user('no-tariff', { accountId: other })
    const card = await addCard(server, other, await addClient(server, other, 'Without'))
    const { socket } = await connectStation(server, owner, 'CP-FREE')
    const { number } = await chargeEnergy(socket, card, { wh: 10_000 })
    await rateAll(server)
    const cost = await server.request(sessionCost, { id: await sessionId(server, number) }, owner)
    expect(cost).toMatchObject({ pricestate: 'held', holdreason: 'no_tariff', cost: null })
    await socket.close()
  })

  test('for a session that needs review, until a user resolves it', async () => {
    const { client, card } = await newPayer('Review')
    const { number } = await chargeEnergy(station.socket, card, { wh: -500 })
    const id = await sessionId(server, number)
    await rateAll(server)
    expect(await server.request(sessionCost, { id }, operator)).toMatchObject({ holdreason: 'needs_review' })
    await server.db.updateTable('transactions').set({ meter_stop_wh: 11_000 }).where('id', '=', id).execute()
    await server.request(transactionResolve, { id }, operator)
    await rateAll(server)
    expect(await balance(server, client)).toBe(-520)
    expect(await ratingsOf(server, id)).toMatchObject([
      { hold_reason: 'needs_review' },
      { hold_reason: null },
    ])
  })

  test('by time if the clock of the station must not be used', async () => {
    await server.request(stationSet, { id: station.id, timestrusted: false }, operator)
    const { id } = await rated('Uncertified', 10_000)
    await server.request(stationSet, { id: station.id, timestrusted: true }, operator)
    const { flags, rating } = await server.request(sessionCost, { id }, operator)
    expect(flags).toContain('times-not-trusted')
    expect((await server.request(ratingGet, { id: rating! }, operator)).timestrusted).toBe(false)
  })
})

describe('a price', () => {
  test('is equal when it is computed again from its stored input', async () => {
    const { id } = await rated('Equal', 12_345)
    const { rating } = await server.request(sessionCost, { id }, operator)
    await server.db.deleteFrom('meter_values').execute()
    const result = await server.request(ratingRecompute, { id: rating! }, operator)
    expect(result).toMatchObject({ equal: true, intact: true, stored: '6.18', computed: '6.18', engine: 1 })
    expect(result.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('that was changed in the database is not equal', async () => {
    const { id } = await rated('Changed', 12_345)
    const { rating } = await server.request(sessionCost, { id }, operator)
    const change = server.db.updateTable('ratings').set({ gross_minor: 1 }).where('id', '=', rating!)
    await expect(change.execute()).rejects.toThrow('never changed')
    await server.fresh.pool.query('alter table ratings disable trigger ratings_final')
    await change.execute()
    await server.fresh.pool.query('alter table ratings enable trigger ratings_final')
    const result = await server.request(ratingRecompute, { id: rating! }, operator)
    expect(result).toMatchObject({ equal: false, stored: '0.01', computed: '6.18' })
  })

  // Proves L193
  test('that cannot be computed does not delay others, is tried again, and opens an incident', async () => {
    const broken = await connectStation(server, operator, 'CP-BROKEN')
    const one = await newPayer('Broken')
    const { number } = await chargeEnergy(broken.socket, one.card, { wh: 10_000 })
    await server.db
      .updateTable('stations')
      .set({ time_zone: 'Mars/Phobos' })
      .where('id', '=', broken.id)
      .execute()
    const { client } = await rated('Others', 10_000)
    expect(await balance(server, client)).toBe(-520)
    const id = await sessionId(server, number)
    for (let attempt = 1; attempt < 3; attempt += 1) {
      server.clock.forward(10 * 60_000)
      await rateAll(server)
    }
    operator = await server.signIn('operator')
    expect(await server.request(sessionCost, { id }, operator)).toMatchObject({
      pricestate: 'failed',
      cost: null,
    })
    await server.app.jobs.work('incidents.evaluate')
    const incidents = await server.request(incidentList, { filter: { rule: 'rating_failed' } }, operator)
    expect(incidents).toMatchObject([{ identity: 'CP-BROKEN', severity: 'major' }])
    await server.db
      .updateTable('stations')
      .set({ time_zone: 'Europe/Berlin' })
      .where('id', '=', broken.id)
      .execute()
    await server.request(sessionRate, { id }, operator)
    await rateAll(server)
    expect(await balance(server, one.client)).toBe(-520)
    await broken.socket.close()
  })

  test('is booked once by several workers', async () => {
    const { client, card } = await newPayer('Workers')
    const numbers: number[] = []
    for (let count = 0; count < 20; count += 1)
      numbers.push(
        (await chargeEnergy(station.socket, card, { wh: 1_000, meterStart: count * 1_000 })).number,
      )
    for (const number of numbers)
      await server.db
        .insertInto('rating_queue')
        .values({ transaction_id: await sessionId(server, number) })
        .execute()
    server.clock.forward(5_000)
    await Promise.all([1, 2, 3].map(() => server.app.jobs.work('charges.rate')))
    expect(await balance(server, client)).toBe(-20 * 142)
    const { count } = await server.db
      .selectFrom('ratings')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('client_id', '=', client)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(20)
  })
})

describe('users of a client', () => {
  test('see what it pays, and not what others pay at its stations', async () => {
    const owner = await newPayer('Owner')
    const guest = await newPayer('Guest')
    await server.db
      .updateTable('stations')
      .set({ client_id: owner.client })
      .where('id', '=', station.id)
      .execute()
    const own = await chargeEnergy(station.socket, owner.card, { wh: 10_000 })
    const foreign = await chargeEnergy(station.socket, guest.card, { wh: 20_000 })
    await rateAll(server)
    const of = async (client: string, name: string) => {
      await server.addUser(name)
      await server.db.updateTable('users').set({ client_id: client }).where('username', '=', name).execute()
      return server.signIn(name)
    }
    const ownerUser = await of(owner.client, 'owner-user')
    const guestUser = await of(guest.client, 'guest-user')
    const costs = async (who: TestUser) =>
      (await server.request(transactionList, { orderby: ['datestart'] }, who))
        .filter(({ transactionid }) => [own.number, foreign.number].includes(transactionid))
        .map(({ transactionid, cost }) => [transactionid, cost])
    expect(await costs(ownerUser)).toEqual(
      expect.arrayContaining([
        [own.number, '5.20'],
        [foreign.number, null],
      ]),
    )
    expect(await costs(guestUser)).toEqual([[foreign.number, '9.40']])
    const amounts = async (who: TestUser) =>
      (await server.request(chargeList, { filter: { servicecode: 'ENERGY' } }, who)).map(
        ({ amount }) => amount,
      )
    expect(await amounts(ownerUser)).toEqual(['4.20'])
    expect(await amounts(guestUser)).toEqual(['8.40'])
    const id = await sessionId(server, foreign.number)
    const { rating } = await server.request(sessionCost, { id }, guestUser)
    expect(await server.request(sessionCost, { id }, ownerUser)).toMatchObject({
      cost: null,
      rating: null,
      lines: [],
    })
    expect((await server.call(ratingGet, { id: rating! }, ownerUser)).status).toBe(404)
    expect((await server.call(ratingRecompute, { id: rating! }, ownerUser)).status).toBe(404)
  })
})

test('charges of a rating are found without reading those of other sessions', async () => {
  const { id } = await rated('Indexed', 10_000)
  const { rating } = await server.request(sessionCost, { id }, operator)
  const scans = await inTransaction(
    server.db,
    async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await chargesOfRating(tx, rating!)
      await knownRatings(tx, [id])
      await cancelCharges(tx, [rating!], new Date())
      const { rows } = await sql<{ n: number }>`
      select seq_scan as n from pg_stat_xact_user_tables where relname = 'charges'`.execute(tx)
      return rows[0]!.n
    },
    { rollsBack: () => true },
  )
  expect(scans).toBe(0)
})
