import { expect, test, vi } from 'vitest'
import type { Bus } from '../../bus/bus.ts'
import type { BusEvent } from '../../bus/events.ts'
import { packEvents } from '../../bus/postgres-bus.ts'
import { newId } from '../../shared/ids.ts'
import { createLog } from '../../shared/log.ts'
import type { ModuleContext } from '../module.ts'
import { maxConnectors, ReadingsHints } from './readings-hints.ts'

// Proves L281
test('names each connector once in events that fit a notification, and limited many', async () => {
  vi.useFakeTimers()
  const published: BusEvent[] = []
  const bus: Pick<Bus, 'sendHints'> = {
    sendHints: async (_on, events) => void published.push(...events),
  }
  const ctx = { bus, log: createLog('silent'), onClose: () => {} } as unknown as ModuleContext // what it uses
  const hints = new ReadingsHints(ctx)
  const stationId = newId()
  for (let n = 0; n < 3; n++) hints.note({ stationId, evseNo: 1 })
  for (let n = 0; n <= maxConnectors; n++) hints.note({ stationId: newId(), evseNo: 100 })
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  const connectors = published.flatMap((event) => (event.kind === 'readings.stored' ? event.connectors : []))
  expect(connectors).toHaveLength(maxConnectors)
  expect(connectors.filter((one) => one === `${stationId}/1`)).toHaveLength(1)
  for (const packet of packEvents(published)) expect(packet.length).toBeLessThan(8_000)
})
