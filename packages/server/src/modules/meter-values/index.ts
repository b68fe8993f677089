// Meter values: what stations measure, stored as samples; the newest readings for live views. Not here: the
// energy of a session, which is computed from its start and stop (transactions).
import type { ReadingsFact } from '../../shared/facts.ts'
import type { ModuleContext } from '../module.ts'
import { meterValuesHttp } from './http.ts'
import { meterValues16 } from './ocpp16.ts'
import type { MeterWebDeps } from './read-series.ts'
import { ReadingsHints } from './readings-hints.ts'
import { findNewestReadings } from './readings-store.ts'

export { readMeterValues } from './samples.ts'
export { noteEnergyStart } from './energy-start.ts'
export { locationOf } from './read-series.ts'
export { countSigned, listSigned, type SignedReading, signedReadingsOf } from './signed-store.ts'
export { storeMeterKeys } from './meter-key-store.ts'
export { kindsOf, storeSamples } from './store-samples.ts'

export function registerMeterValues(ctx: ModuleContext, deps: Pick<MeterWebDeps, 'session' | 'sees'>) {
  const listeners: ((readings: ReadingsFact, accountId: string) => void)[] = []
  const hints = new ReadingsHints(ctx)
  return {
    handlers: meterValuesHttp({ ...ctx, ...deps }),
    stationHandlers: meterValues16({
      onReadings: (readings, accountId) => {
        hints.note(readings)
        for (const listener of listeners) listener(readings, accountId)
      },
    }),
    /** Registers a listener for readings that this process has stored, and their account. */
    onReadings: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    /** Returns the newest readings of connectors (`<station id>/<connector number>`), stored by any process. */
    newestReadings: (connectors: readonly string[]) => findNewestReadings(ctx.db, connectors),
  }
}
