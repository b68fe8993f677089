import type { KnownTransaction } from '../../shared/facts.ts'
import type { Sample } from './samples.ts'

/** Newest power (W), meter (Wh) and state of charge (%) among samples, with their time. */
export interface NewestReadings {
  at: Date
  powerW: number | null
  meterWh: number | null
  soc: number | null
}

const phases = new Set(['L1', 'L2', 'L3', 'L1-N', 'L2-N', 'L3-N'])

/** Returns the total if it is reported, otherwise the sum of the phases. */
function total(samples: readonly Sample[]): number | null {
  const whole = samples.find(({ kind }) => kind.phase === null)
  if (whole) return whole.value
  const parts = samples.filter(({ kind }) => kind.phase !== null && phases.has(kind.phase))
  return parts.length > 0 ? parts.reduce((sum, { value }) => sum + value, 0) : null
}

function newestOf(samples: readonly Sample[], measurand: string, units: readonly (string | null)[]) {
  const candidates = samples.filter(
    ({ kind, value }) =>
      kind.measurand === measurand &&
      units.includes(kind.unit) &&
      !Number.isNaN(value) &&
      kind.location !== 'Inlet',
  )
  const newestMs = Math.max(...candidates.map(({ at }) => at.getTime()))
  return total(candidates.filter(({ at }) => at.getTime() === newestMs))
}

export function newestReadings(samples: readonly Sample[]): NewestReadings | null {
  const [first] = samples
  if (!first) return null
  const at = samples.reduce((newest, sample) => (sample.at > newest ? sample.at : newest), first.at)
  const powerW = newestOf(samples, 'Power.Active.Import', ['W', null])
  const meterWh = newestOf(samples, 'Energy.Active.Import.Register', ['Wh'])
  const soc = newestOf(samples, 'SoC', ['Percent', '%', null])
  return powerW === null && meterWh === null && soc === null ? null : { at, powerW, meterWh, soc }
}

/** Shortest time in ms between two meter readings from which power is computed. */
const minIntervalMs = 5_000

/** Computes power from the meter, for stations that report none. */
export function powerFromMeter(
  earlier: { meterWh: number; atMs: number } | null,
  later: { meterWh: number; atMs: number },
): number | null {
  if (!earlier || later.atMs - earlier.atMs < minIntervalMs || later.meterWh < earlier.meterWh) return null
  return Math.round(((later.meterWh - earlier.meterWh) * 3_600_000) / (later.atMs - earlier.atMs))
}

/** Returns the energy since the start; null if the meter runs backwards. */
export function energySinceStart(running: KnownTransaction, meterWh: number | null): number | null {
  if (meterWh === null || meterWh < running.meterStartWh) return null
  return meterWh - running.meterStartWh
}
