import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.open({ lanes: 1, pool: 1 })
  await gateway.addCard('TAG', { max_transactions: 0 })
})
afterAll(() => gateway.close())

// Proves G6
test('with one connection two hundred stations that boot and start at the same time are all served', async () => {
  const stations = []
  for (let n = 0; n < 200; n++) stations.push(await gateway.addStation())
  const numbers = await Promise.all(
    stations.map(async (station) => {
      const socket = await gateway.connect(station)
      await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
      const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', {
        connectorId: 1,
        idTag: 'TAG',
        meterStart: 0,
        timestamp: new Date().toISOString(),
      })
      socket.ws.terminate()
      return transactionId
    }),
  )
  expect(new Set(numbers).size).toBe(200)
  const { n } = await gateway.fresh.db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(200)
})
