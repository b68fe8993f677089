import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { PostgresBus } from '../src/bus/postgres-bus.ts'
import { NatsBus } from '../src/bus/nats-bus.ts'
import { createLog } from '../src/shared/log.ts'
import { queryable } from '../src/storage/queryable.ts'
import { freshDatabase } from './database.ts'
import { eventually } from './test-gateway.ts'

/** A server with the protocol of NATS that ends the first connection when it has subscribed. */
async function openServer() {
  const sockets = new Set<Socket>()
  let subscriptions = 0
  let pings = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.write(
      'INFO {"server_id":"S","version":"2.10.0","proto":1,"max_payload":1048576,"headers":true}\r\n',
    )
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (/^SUB /m.test(text) && ++subscriptions === 1) return void socket.destroy()
      for (const _ of text.matchAll(/^PING\r$/gm)) {
        pings++
        socket.write('PONG\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    sockets,
    pings: () => pings,
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

// Proves G10, INV-9
test('a connection to NATS that fails after it was opened is not kept beside the next one', async () => {
  const fresh = await freshDatabase()
  const nats = await openServer()
  const log = createLog('silent')
  const postgres = new PostgresBus(() => new Client({ connectionString: fresh.url }), log, queryable)
  const bus = new NatsBus(postgres, { url: nats.url, subject: 'hints', log })
  await bus.open()
  expect(await bus.ready()).toBe(false)
  await eventually(() => bus.ready())
  // two intervals of pings: the library connects again after a second
  const before = nats.pings()
  await eventually(async () => nats.pings() > before + 1)
  expect(nats.sockets.size).toBe(1)
  await bus.close()
  await eventually(async () => nats.sockets.size === 0)
  await nats.close()
  await fresh.close()
})
