import { noticeList, sessionCost, type TariffDefinition } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIdleSessions } from '../src/modules/charges/idle-notice-store.ts'
import { addCard, addClient, addTariff, connectStation, minutesAgo, sessionId } from './charge-fixture.ts'
import { TestServer, type TestUser } from './test-server.ts'

const tariff: TariffDefinition = {
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: [
    {
      price_components: [
        { type: 'ENERGY', price: '0.42' },
        { type: 'PARKING_TIME', price: '6' },
      ],
    },
  ],
  idle: { grace_seconds: 15 * 60, max: '12', until: 'stop' },
}

let server: TestServer
let operator: TestUser
let station: Awaited<ReturnType<typeof connectStation>>
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('operator')
  await addTariff(server, operator.accountId, tariff)
  station = await connectStation(server, operator, 'CP-IDLE')
})
afterAll(async () => {
  await station.socket.close()
  await server.close()
})

const status = (name: string, timestamp: string) =>
  station.socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: name, timestamp })

// Proves L344
test('the driver is notified once before the idle fee begins or while it applies, and the cost of the session has it', async () => {
  const client = await addClient(server, operator.accountId, 'Payer')
  const idTag = await addCard(server, operator.accountId, client)
  const driver = await server.user('idle-driver', { interface: 'driver' })
  await server.db.updateTable('cards').set({ owner_id: driver.id }).where('code', '=', idTag).execute()
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', driver.id).execute()
  const { transactionId } = await station.socket.call<{ transactionId: number }>('StartTransaction', {
    connectorId: 1,
    idTag,
    meterStart: 0,
    timestamp: minutesAgo(60),
  })
  const id = await sessionId(server, transactionId)
  const feeOf = async () => {
    server.clock.forward(11_000)
    return (await server.request(sessionCost, { id }, operator)).idlefee
  }
  const noticesOf = async () => {
    await server.app.jobs.work('charges.idle')
    return server.request(noticeList, {}, driver)
  }
  await status('Charging', minutesAgo(59))
  await station.socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: minutesAgo(11), sampledValue: [{ value: '9000' }] }],
  })
  expect(await feeOf()).toBeNull()
  // the price of a session that charges is not computed every minute
  expect(await readIdleSessions(server.db)).toEqual([])
  const suspended = minutesAgo(10)
  await status('SuspendedEV', suspended)
  const from = new Date(Date.parse(suspended) + 15 * 60_000).toISOString()
  await expect.poll(feeOf).toEqual({ from, perminute: '0.10', max: '12' })
  expect(await readIdleSessions(server.db)).toMatchObject([{ id, userId: driver.id }])
  expect(await noticesOf()).toEqual([])
  server.clock.forward(2 * 60_000)
  const [notice, ...others] = await noticesOf()
  expect(others).toEqual([])
  expect(notice).toMatchObject({
    kind: 'session',
    severity: 'warning',
    object: id,
    objectlabel: String(transactionId),
  })
  expect(notice!.text).toMatch(
    /^Unplug and move your car at \S+ by \d\d:\d\d\. From then the idle fee is €0\.10\/min, max\. €12\.00, until the cable is out\.$/,
  )
  expect(await noticesOf()).toHaveLength(1)
  // as after an interruption of the server: the driver was not notified before the fee began
  server.clock.forward(3 * 60_000)
  await server.db.updateTable('transactions').set({ idle_notified_at: null }).where('id', '=', id).execute()
  const texts = (await noticesOf()).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts).toContainEqual(
    expect.stringMatching(
      /^Unplug and move your car at \S+\. An idle fee of €0\.10\/min, max\. €12\.00, applies until the cable is out\.$/,
    ),
  )
  await status('Charging', minutesAgo(1))
  await expect.poll(feeOf).toBeNull()
})
