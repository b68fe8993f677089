import { liveTicket, type ServerToConsole } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { begin, queue, useQueue } from './queue-fixture.ts'
import type { TestUser } from './test-server.ts'

useQueue()

async function listen(user: TestUser) {
  const { ticket } = await queue.server.request(liveTicket, {}, user)
  const socket = new WebSocket(`${queue.server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
  const messages: ServerToConsole[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as ServerToConsole))
  await expect.poll(() => messages.map(({ type }) => type)).toContain('hello')
  const station = await queue.server.db
    .selectFrom('evses')
    .select('station_id as id')
    .where('id', '=', queue.connectors[0]!)
    .executeTakeFirstOrThrow()
  socket.send(JSON.stringify({ type: 'watch', stations: [station.id] }))
  return {
    socket,
    hints: () => messages.flatMap((message) => (message.type === 'hints' ? message.hints : [])),
    readings: () => messages.flatMap((message) => (message.type === 'readings' ? message.readings : [])),
  }
}

const measure = (connectorId: number, transactionId: number) =>
  queue.socket.call('MeterValues', {
    connectorId,
    transactionId,
    meterValue: [
      {
        timestamp: new Date().toISOString(),
        sampledValue: [{ value: '7200', measurand: 'Power.Active.Import', unit: 'W' }],
      },
    ],
  })

// Proves A8, INV-5
test('a driver receives readings of own sessions only, and no numbers of sessions of others', async () => {
  const driver = await listen(queue.users.anna)
  const operator = await listen(queue.admin)
  const [own, others] = [await begin(1, 'anna'), await begin(2, 'bert')]
  await expect
    .poll(async () => {
      await measure(2, others)
      await measure(1, own)
      const sessions = driver.readings().map(({ transactionid }) => transactionid)
      return sessions.includes(own) && operator.readings().some((one) => one.transactionid === others)
    })
    .toBe(true)
  expect(new Set(driver.readings().map(({ transactionid }) => transactionid))).toEqual(new Set([own]))
  expect(
    operator.hints().flatMap(({ kind, ids = [] }) => (kind === 'transaction.started' ? ids : [])),
  ).toEqual(expect.arrayContaining([String(own), String(others)]))
  await expect.poll(() => driver.hints().map(({ kind }) => kind)).toContain('transaction.started')
  expect(JSON.stringify(driver.hints())).not.toContain(`"${others}"`)
  for (const { socket } of [driver, operator]) socket.close()
})
