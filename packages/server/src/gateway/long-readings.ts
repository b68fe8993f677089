import { defaultCaps, type LongCall, readArray, scanShape } from '@stationmaster/ocpp'
import { type StationAction16, tolerate16 } from '@stationmaster/ocpp/v16'
import type { LongReadings } from '../shared/station-connection.ts'
import type { DeviationCounter } from './deviation-counter.ts'

const partCaps = { ...defaultCaps, depth: defaultCaps.depth - 2 }

/** Reads the meter values of a call in parts and counts deviations as for other messages. */
export function longReadings(
  connection: { readonly deviations: DeviationCounter },
  action: StationAction16,
  { list }: LongCall,
  text: string,
): LongReadings {
  const path = action === 'StopTransaction' ? '/transactionData' : '/meterValue'
  const { values, cut, runs } = list
  const note = (rule: string, sample: string) => connection.deviations.note(`${action} ${rule}`, sample)
  if (cut > 0) note(`more values than a message can need ${path}`, text)
  return {
    values,
    cut,
    *parts() {
      for (const [from, to] of runs) {
        const part = text.slice(from, to)
        const meterValue = scanShape(part, partCaps) === null ? readArray(`[${part}]`) : null
        if (meterValue === null) {
          note(`unreadable ${path}`, part)
          continue
        }
        const read = tolerate16('MeterValues', 'request', { connectorId: 0, meterValue })
        if (!read.understood) continue
        for (const deviation of read.deviations) note(deviation.replace('/meterValue', path), part)
        yield read.value.meterValue
      }
    },
  }
}
