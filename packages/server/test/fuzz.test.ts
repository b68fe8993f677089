import type { Random } from '@stationmaster/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawBytes, drawFrame } from './ocpp-grammar.ts'
import { net } from './raw-socket.ts'
import type { RawStation } from './raw-station.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'
import { Torture } from './torture.ts'

const framesPerRound = 40
const torture = new Torture('fuzz', { rounds: 12, parallel: 4 })

let gateway: TestGateway
let bystander: RawStation
let bystanding: TestStation
beforeAll(async () => {
  gateway = await TestGateway.open()
  await gateway.addCard('TAG', { max_transactions: 0 })
  ;({ socket: bystander, station: bystanding } = await gateway.booted())
})
afterAll(() => gateway.close())

type Reply = [type: number, id: string, ...rest: unknown[]]

/** Returns the reply to a call, or null if the connection was closed instead. */
const replyTo = (socket: RawStation, id: string): Promise<Reply | null> =>
  socket
    .until(() => {
      const found = socket.frames
        .map((text) => JSON.parse(text) as Reply)
        .find(([type, of]) => type > 2 && of === id)
      return found ? { found } : socket.closed && { found: null }
    })
    .then(({ found }) => found)

/** Milliseconds until each frame was answered, or its connection closed. */
const waits: number[] = []
const counts = { frames: 0, results: 0, errors: 0, closed: 0 }

/** Sends frames over connections of one station, and returns the numbers of the transactions it was given. */
async function send(station: TestStation, random: Random): Promise<number[]> {
  const given: number[] = []
  let socket: RawStation | null = null
  for (let n = 0; n < framesPerRound; n++) {
    if (!socket || socket.closed) {
      socket = await gateway.connect(station)
      await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'Fuzz' })
    }
    const { text, expects } = drawFrame(`f${n}`, random)
    const since = performance.now()
    socket.ws.send(text)
    counts.frames++
    // a frame that need not be answered is followed by one that must be
    const id = expects === 'answer' ? `f${n}` : `after ${n}`
    if (expects !== 'answer') socket.ws.send(JSON.stringify([2, id, 'Heartbeat', {}]))
    const reply = await replyTo(socket, id)
    waits.push(performance.now() - since)
    if (!reply) counts.closed++
    else if (reply[0] === 3) counts.results++
    else counts.errors++
    expect(reply?.[2], String(text).slice(0, 500)).not.toBe('InternalError')
    const { transactionId } = (reply?.[0] === 3 ? (reply[2] as { transactionId?: number }) : {}) ?? {}
    if (transactionId !== undefined) given.push(transactionId)
  }
  socket?.ws.terminate()
  return given
}

// Proves G22, G39, G42, G43, G44, G45, G47, INV-1, INV-5, INV-7
test('frames drawn from the grammar of OCPP are answered or close their connection, and affect nothing else', {
  timeout: torture.timeoutMs,
}, async () => {
  const rejected: unknown[] = []
  const note = (error: unknown) => rejected.push(error)
  process.on('unhandledRejection', note).on('uncaughtException', note)
  const { transactionId } = await bystander.call<{ transactionId: number }>('StartTransaction', {
    connectorId: 1,
    idTag: 'TAG',
    meterStart: 0,
    timestamp: new Date().toISOString(),
  })
  let slowestMs = 0
  await torture.each(async (_, random) => {
    const station = await gateway.addStation()
    const given = await send(station, random)
    // a connection whose bytes are no WebSocket ends at the latest when its client does
    const raw = net(gateway.url, station, undefined, (socket) => {
      for (let n = 0; n < 5; n++) socket.write(drawBytes(random))
      socket.end()
    })
    const since = performance.now()
    await bystander.call('Heartbeat', {})
    slowestMs = Math.max(slowestMs, performance.now() - since)
    await raw
    const stored = (await gateway.transactions(station.id)).map(({ number }) => number)
    expect(given.filter((number) => !stored.includes(number))).toEqual([])
  })
  process.off('unhandledRejection', note).off('uncaughtException', note)
  expect(rejected).toEqual([])
  expect(await gateway.transactions(bystanding.id)).toMatchObject([
    { number: transactionId, state: 'running' },
  ])
  expect(slowestMs).toBeLessThan(5_000)
  waits.sort((one, other) => one - other)
  const p99Ms = waits[Math.floor(waits.length * 0.99)]!
  expect(p99Ms).toBeLessThan(5_000)
  torture.report(
    `${counts.frames} frames: ${counts.results} results, ${counts.errors} errors, ${counts.closed} closes; answers in ${Math.round(p99Ms)} ms (99th percentile), slowest Heartbeat of another station ${Math.round(slowestMs)} ms`,
  )
})
