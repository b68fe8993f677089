import { expect, it } from 'vitest'
import type { Facts } from '../shared/facts.ts'
import { unknownStation } from './unknown-station.ts'
import { LogCompactor } from './log-compactor.ts'
import { LogVolumes } from './log-volumes.ts'
import { defaultOptions } from './options.ts'
import type { StationSocket } from './station-connection.ts'
import { ConnectionTimers } from './connection-timers.ts'

const socket = (stationId: string, epoch: number) => {
  const station = unknownStation({ stationId, accountId: 'a', identity: stationId })
  return {
    station,
    stationId,
    epoch,
    lastSeenAt: new Date(0),
    closingEntry: null,
  } as unknown as StationSocket
}

// Proves L51
it('writes one row for a station that reconnects repeatedly while the database is unavailable', async () => {
  const written: { stationId: string; epoch: number }[] = []
  const facts: Facts = {
    add: (kind, row) => void (kind === 'offline' && written.push(row as (typeof written)[number])),
    hint: () => {},
  }
  const storage: { unavailableSince: Date | null } = { unavailableSince: new Date(0) }
  let fails = true
  const ports = {
    storage,
    run: async ({ decide }: { decide: (all: Facts) => unknown }) => {
      if (fails) throw new Error('away')
      decide(facts)
    },
  }
  const volumes = new LogVolumes(
    async () => [],
    () => new Date(0),
    () => 0,
  )
  const logs = new LogCompactor(
    defaultOptions,
    () => 0,
    volumes,
    async () => {},
  )
  const options = { ...defaultOptions, pingMs: 1_000 }
  const server = { ports, options, clock: { ms: 0 }, logs, volumes, isConnected: () => false }
  const upkeep = new ConnectionTimers(
    server as unknown as ConstructorParameters<typeof ConnectionTimers>[0],
    1_000,
  )
  for (let epoch = 1; epoch <= 500; epoch++) upkeep.retryOffline(socket('flapping', epoch))
  upkeep.retryOffline(socket('other', 7))
  storage.unavailableSince = null
  upkeep.tick([])
  // the write failed: the next one contains the same
  await Promise.resolve()
  await Promise.resolve()
  fails = false
  upkeep.tick([])
  expect(written).toMatchObject([
    { stationId: 'flapping', epoch: 500 },
    { stationId: 'other', epoch: 7 },
  ])
})
