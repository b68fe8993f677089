import { expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { ConnectionTimers } from './connection-timers.ts'

const [pingMs, tickMs, storageHoldMs] = [30_000, 250, 20_000]

/** Makes timers, and counts what they do with connections. */
function counting(count: number) {
  const pings = Array.from({ length: count }, () => [] as number[])
  const checks = Array.from({ length: count }, () => 0)
  const seen: string[][] = []
  let tick = 0
  const timers = new ConnectionTimers({
    options: { pingMs, tickMs, storageHoldMs },
    clock: { ms: 0 },
    services: {
      run: async ({ decide }: { decide: (facts: unknown) => void }) => {
        const rows: string[] = []
        decide({ add: (_kind: string, row: { stationId: string }) => rows.push(row.stationId) })
        seen.push(rows)
      },
    },
    logs: { flush: () => {}, tick: () => {} },
    events: { retry: () => {} },
    isConnected: () => true,
  } as unknown as ConstructorParameters<typeof ConnectionTimers>[0]) // what they use
  const connections = pings.map(
    (times, n) =>
      ({
        stationId: String(n),
        isRegistered: n !== 0,
        hasNews: true,
        lastSeenAt: new Date(0),
        lastReceivedMs: 0,
        hasPonged: true,
        deviations: { isEmpty: true },
        inboundQueue: { process: () => void (checks[n]! += 1), waitingMs: 0 },
        ping: () => times.push(tick),
      }) as unknown as Connection, // what the timers use
  )
  const run = (ticks: number) => {
    for (let n = 0; n < ticks; n++) {
      timers.tick()
      tick++
    }
  }
  return { timers, connections, pings, checks, seen, run }
}

const ticksPerPing = pingMs / tickMs

test('pings of an interval are spread over its ticks, so that none takes long', () => {
  const { timers, connections, pings, run } = counting(20_000)
  for (const connection of connections) timers.add(connection)
  run(2 * ticksPerPing)
  const perTick = new Map<number, number>()
  for (const tick of pings.flat()) perTick.set(tick, (perTick.get(tick) ?? 0) + 1)
  expect(perTick.size).toBe(2 * ticksPerPing)
  expect(Math.max(...perTick.values())).toBe(Math.ceil(20_000 / ticksPerPing))
  for (const [first, second] of pings.slice(1)) expect(second! - first!).toBe(ticksPerPing)
})

test('each connection is checked every second, one that is not registered without a ping', () => {
  const { timers, connections, pings, checks, seen, run } = counting(500)
  for (const connection of connections) timers.add(connection)
  run((10 * 1_000) / tickMs)
  expect(new Set(checks)).toEqual(new Set([10]))
  expect(pings[0]).toEqual([])
  // last-seen times are written once per second
  expect(seen).toHaveLength(10)
  expect(new Set(seen.flat()).size).toBe(seen.flat().length)
})

test('a removed connection is neither pinged nor checked, nor is its last-seen time written', () => {
  const { timers, connections, pings, checks, seen, run } = counting(300)
  for (const connection of connections) timers.add(connection)
  run(1)
  const before = [pings.flat().length, checks.reduce((sum, one) => sum + one)]
  for (const connection of connections) timers.remove(connection)
  run(ticksPerPing)
  expect([pings.flat().length, checks.reduce((sum, one) => sum + one)]).toEqual(before)
  expect(seen).toEqual([])
})
