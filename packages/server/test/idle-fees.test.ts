import { noticeList, sessionCost, type TariffDefinition } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIdleSessions } from '../src/modules/charges/idle-notice-store.ts'
import {
  addCard,
  addClient,
  addTariff,
  connectStation,
  minutesAgo,
  rateAll,
  sessionId,
} from './charge-fixture.ts'
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

/** Returns a time in whole seconds: prices count whole seconds from the start of each day. */
const wholeSecondsAgo = (minutes: number) =>
  new Date(Math.floor(server.clock.now().getTime() / 1_000 - minutes * 60) * 1_000).toISOString()

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
  const suspended = wholeSecondsAgo(10)
  await status('SuspendedEV', suspended)
  const from = new Date(Date.parse(suspended) + 15 * 60_000).toISOString()
  await expect.poll(feeOf).toEqual({ from, perminute: '0.10', max: '12', until: 'stop' })
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
    /^Unplug and move your car at \S+ by \d\d:\d\d UTC\. From then the idle fee is €0\.10\/min, max\. €12\.00, until the session ends\.$/,
  )
  expect(await noticesOf()).toHaveLength(1)
  // as after an interruption of the server: the driver was not notified before the fee began
  server.clock.forward(3 * 60_000)
  await server.db.updateTable('transactions').set({ idle_notified_at: null }).where('id', '=', id).execute()
  const texts = (await noticesOf()).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts).toContainEqual(
    expect.stringMatching(
      /^Unplug and move your car at \S+\. An idle fee of €0\.10\/min, max\. €12\.00, applies until the session ends\.$/,
    ),
  )
  await status('Charging', minutesAgo(1))
  await expect.poll(feeOf).toBeNull()
})

test('the price follows within seconds when the connector of an ended session is available again', async () => {
  const running = await TestServer.open()
  try {
    const viewer = await running.user('operator')
    await addTariff(running, viewer.accountId, { ...tariff, idle: { ...tariff.idle!, until: 'release' } })
    const { socket } = await connectStation(running, viewer, 'CP-WAKE')
    running.app.jobs.start()
    const idTag = await addCard(
      running,
      viewer.accountId,
      await addClient(running, viewer.accountId, 'Payer'),
    )
    const begin = { connectorId: 1, idTag, meterStart: 0, timestamp: minutesAgo(30) }
    const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', begin)
    const id = await sessionId(running, transactionId)
    const report = (name: string) =>
      socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: name })
    await report('Charging')
    await socket.call('StopTransaction', { transactionId, meterStop: 5_000, timestamp: minutesAgo(1) })
    await report('Finishing')
    const waits = () => running.db.selectFrom('rating_waits').select('due_at').execute()
    await expect.poll(waits, { timeout: 20_000 }).toHaveLength(1)
    // without the report it is looked at again two minutes later
    await report('Available')
    const stateOf = async () => (await running.request(sessionCost, { id }, viewer)).pricestate
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('rated')
    await socket.close()
  } finally {
    await running.close()
  }
})

// Proves L344
test('after the stop the fee runs until the connector is released: its driver is notified again, and sees the cost so far', async () => {
  const other = await server.user('other-operator', { accountId: await server.addAccount('other') })
  await addTariff(server, other.accountId, { ...tariff, idle: { ...tariff.idle!, until: 'release' } })
  const client = await addClient(server, other.accountId, 'Stays')
  const { socket } = await connectStation(server, other, 'CP-RELEASE')
  const idTag = await addCard(server, other.accountId, client)
  const { id: owner } = await server.addUser('release-driver', {
    accountId: other.accountId,
    interface: 'driver',
  })
  await server.db.updateTable('cards').set({ owner_id: owner }).where('code', '=', idTag).execute()
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', owner).execute()
  const driver = await server.signIn('release-driver')
  const report = (name: string, timestamp: string) =>
    socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: name, timestamp })
  const begin = { connectorId: 1, idTag, meterStart: 0, timestamp: minutesAgo(60) }
  const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', begin)
  const id = await sessionId(server, transactionId)
  await report('Charging', minutesAgo(59))
  const stopped = wholeSecondsAgo(12)
  await socket.call('StopTransaction', { transactionId, meterStop: 9_000, timestamp: stopped })
  await report('Finishing', stopped)
  await rateAll(server)
  const costOf = () => server.request(sessionCost, { id }, driver)
  const announcementsOf = async () => {
    await server.app.jobs.work('charges.idle')
    const notices = await server.request(noticeList, {}, driver)
    return notices.map(({ text }) => text).filter((text) => text.startsWith('Unplug'))
  }
  const from = new Date(Date.parse(stopped) + 15 * 60_000).toISOString()
  expect(await costOf()).toMatchObject({
    pricestate: 'waiting',
    sofar: true,
    cost: '3.78',
    idlefee: { from, perminute: '0.10', max: '12', until: 'release' },
  })
  expect(await announcementsOf()).toEqual([
    expect.stringMatching(
      /^Unplug and move your car at \S+ by \d\d:\d\d UTC\. From then the idle fee is €0\.10\/min, max\. €12\.00, until the cable is out\.$/,
    ),
  ])
  server.clock.forward(10 * 60_000)
  expect(await announcementsOf()).toHaveLength(1)
  const { lines } = await costOf()
  expect(lines.map(({ servicecode }) => servicecode)).toEqual(['ENERGY', 'PARKING_TIME'])
  // within the free time
  await report('Available', new Date(Date.parse(stopped) + 5 * 60_000).toISOString())
  await rateAll(server)
  expect(await costOf()).toMatchObject({ pricestate: 'rated', sofar: false, cost: '3.78', idlefee: null })
  await socket.close()
})
