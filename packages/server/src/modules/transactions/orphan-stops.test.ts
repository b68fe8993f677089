import { expect, it } from 'vitest'
import type { OrphanStop, StationKnowledge } from '../../shared/station-connection.ts'
import { stopFields } from './end-transaction.ts'
import { addOrphanStop } from './orphan-stops.ts'

const orphan = (meterStop: number, second = 0): OrphanStop => ({
  unmatchedMessageId: `q${meterStop}-${second}`,
  idTagFolded: 'tag',
  stoppedAtMs: 0,
  receivedAt: new Date(0),
  stop: stopFields({
    transactionId: 7,
    meterStop,
    idTag: 'TAG',
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
    transactionData: [{ timestamp: '2026-01-01T00:00:00Z', sampledValue: [{ value: '1' }] }],
  }),
})

// Proves INV-9, L11
it('retains the newest 20 without the text from which they were read', () => {
  // only the stops of the station are needed here
  const station = { orphanStops: [] as OrphanStop[] } as StationKnowledge
  for (let n = 0; n < 100; n++) addOrphanStop(station, orphan(n))
  expect(station.orphanStops.map(({ stop }) => stop.meterStop)).toEqual(
    Array.from({ length: 20 }, (_, n) => 80 + n),
  )
  expect(JSON.stringify(station.orphanStops)).not.toContain('transactionData')
  expect(JSON.stringify(station.orphanStops).length).toBeLessThan(8_192)
})

it('a copy replaces the first', () => {
  const station = { orphanStops: [] as OrphanStop[] } as StationKnowledge
  for (const second of [0, 3, 59]) addOrphanStop(station, orphan(5, second))
  expect(station.orphanStops).toHaveLength(1)
})
