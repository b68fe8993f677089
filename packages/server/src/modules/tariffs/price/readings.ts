import type { PriceFlag } from '@stationmaster/contract'
import type { PricedSession } from './price-types.ts'

/** Readings of the meter in whole Wh, in the order of time, each not below the one before. */
export interface Readings {
  ms: number[]
  wh: number[]
}

const msPerHour = 3_600_000

/** Returns true if more energy than a power delivers was metered between two readings. */
const isOver = (wh: number, ms: number, powerW: number): boolean => wh * msPerHour > powerW * ms

/**
 * Returns the readings of a session up to an instant, from its start on and, if it has stopped by then, with its stop.
 * Samples that contradict these or each other are dropped and flagged.
 */
export function readingsOf(session: PricedSession, until: number, flags: Set<PriceFlag>): Readings {
  const { startedAt, stoppedAt, maxPowerW = Infinity } = session
  const isStopped = stoppedAt !== null && stoppedAt <= until
  const startWh = Math.floor(session.meterStartWh)
  const stopWh = session.meterStopWh === null ? Infinity : Math.floor(session.meterStopWh)
  const readings: Readings = { ms: [startedAt], wh: [startWh] }
  let [lastMs, lastWh] = [startedAt, startWh]
  let seenMs = Number.NaN
  let seenWh = 0
  for (const [ms, wh] of sorted(session.samples)) {
    // of readings at one instant the lowest is first
    if (ms === seenMs) {
      if (wh !== seenWh) flags.add('sample-conflict')
      continue
    }
    if (ms < startedAt || ms > (stoppedAt ?? until)) flags.add('sample-outside-session')
    else if (ms > until) break
    else if (wh > stopWh) flags.add('sample-above-stop')
    else {
      ;[seenMs, seenWh] = [ms, wh]
      if (wh < lastWh) flags.add('meter-rollback')
      else if (ms === startedAt || ms === stoppedAt) {
        if (wh !== (ms === startedAt ? startWh : stopWh)) flags.add('sample-conflict')
      } else if (isOver(wh - lastWh, ms - lastMs, maxPowerW)) flags.add('sample-over-power')
      else {
        ;[lastMs, lastWh] = [ms, wh]
        readings.ms.push(ms)
        readings.wh.push(wh)
      }
    }
  }
  if (isStopped) {
    readings.ms.push(stoppedAt)
    readings.wh.push(stopWh)
  }
  return readings
}

/** Returns samples in whole Wh by instant, of each the lowest first. Those that are so need no copies: the usual case. */
const sorted = (samples: PricedSession['samples']): PricedSession['samples'] =>
  areInOrder(samples)
    ? samples
    : samples
        .map(([ms, wh]) => [ms, Math.floor(wh)] as const)
        .sort((one, other) => one[0] - other[0] || one[1] - other[1])

/** Returns true if samples have whole Wh, and each one is later than the one before. */
function areInOrder(samples: PricedSession['samples']): boolean {
  let last = -Infinity
  for (const [ms, wh] of samples) {
    if (ms <= last || !Number.isInteger(wh)) return false
    last = ms
  }
  return true
}

/** Returns the index of the last reading at or before an instant. */
export function indexAt({ ms }: Readings, at: number): number {
  let [low, high] = [0, ms.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (ms[middle]! <= at) low = middle
    else high = middle
  }
  return low
}

/** Returns the reading at an instant: linear between readings, cut to whole Wh, never extrapolated. */
export function readingAt(readings: Readings, at: number): number {
  const { ms, wh } = readings
  const index = indexAt(readings, at)
  const next = index + 1
  if (next === ms.length) return wh[index]!
  const added = proportion(wh[next]! - wh[index]!, at - ms[index]!, ms[next]! - ms[index]!)
  return wh[index]! + added
}

/** Returns the first instant, in whole ms, at which the meter has reached a reading above its first; Infinity if it does not. */
export function reachedAt({ ms, wh }: Readings, reading: number): number {
  if (reading <= wh[0]! || reading > wh.at(-1)!) return Infinity
  let [low, high] = [0, wh.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (wh[middle]! < reading) low = middle
    else high = middle
  }
  // rounded up: one ms earlier it had not reached it
  const missing = wh[high]! - reading
  return ms[high]! - proportion(ms[high]! - ms[low]!, missing, wh[high]! - wh[low]!)
}

/** Returns `value × part / whole`, rounded down, without a loss of digits. */
function proportion(value: number, part: number, whole: number): number {
  const product = value * part
  // division of safe integers is exact enough to be rounded down after the remainder is removed
  if (Number.isSafeInteger(product)) return (product - (product % whole)) / whole
  return Number((BigInt(value) * BigInt(part)) / BigInt(whole))
}

/** Returns the power between a reading and the next one as energy and duration; none after the last one. */
export function intervalAt({ ms, wh }: Readings, index: number): { wh: number; ms: number } {
  const next = index + 1
  return next < ms.length ? { wh: wh[next]! - wh[index]!, ms: ms[next]! - ms[index]! } : { wh: 0, ms: 1 }
}
