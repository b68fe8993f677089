import { afterEach, beforeEach, vi } from 'vitest'
import type { StationOptions } from '../src/station/options.ts'
import { SimulatedStation } from '../src/station.ts'
import { FarEnd } from './far-end.ts'

/** Short delays, so that tests need not wait. */
const quick: Partial<StationOptions> = {
  backoff: { minMs: 10, maxMs: 40 },
  pace: { downloadMs: 5, installMs: 5, uploadMs: 5 },
  rebootMs: 5,
  bootRetryMs: 20,
  key: 'a-key-for-the-tests',
}

/** A clock that a test advances by minutes leaves a ping no time to be answered. */
const noPings = { WebSocketPingInterval: '0' }

/** Resolves once the assertion passes; for what shows at the far end and not at the station. */
export const eventually = (assertion: () => void): Promise<void> =>
  vi.waitFor(assertion, { interval: 2, timeout: 60_000 })

export interface Bench {
  readonly farEnd: FarEnd
  /** Creates a station that is not yet connected. */
  station(options?: Partial<StationOptions>): SimulatedStation
  /** Creates a station that has booted and reported its statuses. */
  online(options?: Partial<StationOptions>): Promise<SimulatedStation>
}

/** Provides a far end and stations for each test of a file; all are removed after it. */
export function useBench(): Bench {
  let farEnd: FarEnd
  let stations: SimulatedStation[] = []
  beforeEach(async () => {
    farEnd = await FarEnd.listen()
  })
  afterEach(async () => {
    await Promise.all(stations.map((station) => station.stop()))
    stations = []
    await farEnd.close()
  })
  const station = (options: Partial<StationOptions> = {}): SimulatedStation => {
    const made = new SimulatedStation({
      url: farEnd.url,
      identity: 'CP-1',
      ...quick,
      ...options,
      settings: { ...noPings, ...options.settings },
    })
    stations.push(made)
    return made
  }
  return {
    get farEnd() {
      return farEnd
    },
    station,
    online: async (options) => {
      const made = station(options).start()
      await made.until(() => made.isOnline && made.isQuiet, 'to be online')
      return made
    },
  }
}
