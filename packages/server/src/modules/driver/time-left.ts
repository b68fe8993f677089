import type { ChargeLimitKind } from '@stationmaster/contract'
import type { CostParts } from '../charges/index.ts'

/** A running session as far as it says when it will end. */
export interface SessionProgress {
  /** Seconds since the start. */
  seconds: number
  limitKind: ChargeLimitKind | null
  /** Wh, minor units, seconds or per cent. */
  limitValue: number | null
  energyWh: number
  powerW: number | null
  /** First and newest state of charge in per cent, and the seconds between them. */
  firstSoc: number | null
  soc: number | null
  socSeconds: number | null
  /** Seconds since the newest readings; null without any. */
  readingAge: number | null
  /** Cost so far; null if it is not known. */
  cost: CostParts | null
}

/** Readings that are older say nothing about the end. */
const maxAge = 600
/** Rise of the state of charge from which its pace is computed: seconds and per cent. */
const leastRise = { seconds: 300, percent: 2 }
/** Power below which the time for the rest of the energy is not computed. */
const leastPowerW = 500
/** Energy below which the price per Wh is not computed: amounts are rounded. */
const leastEnergyWh = 500
/** Longest time ahead of which an end is shown. */
const maxAheadSeconds = 86_400

/**
 * Returns about how many minutes a session still takes: until the limit of its driver, or until the battery is full if the
 * state of charge rises. Null if nothing supports an estimate.
 */
export function minutesLeft(progress: SessionProgress): number | null {
  const ends = [secondsToLimit(progress), secondsToSoc(progress, 100)].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.max(1, Math.round(Math.min(...ends) / 60))
}

/**
 * Returns about when a session reaches its limit: exactly for a time, otherwise at the current power. Null without a limit,
 * if nothing supports an estimate, and if it is more than a day ahead.
 */
export function endAtLimit(progress: SessionProgress, now: Date): Date | null {
  const seconds = secondsToLimit(progress)
  if (seconds === null || seconds > maxAheadSeconds) return null
  return new Date(now.getTime() + Math.max(0, Math.round(seconds * 1_000)))
}

function secondsToLimit(progress: SessionProgress): number | null {
  const { limitKind, limitValue, seconds, energyWh } = progress
  if (limitKind === null || limitValue === null) return null
  if (limitKind === 'time') return limitValue - seconds
  if (limitKind === 'soc') return secondsToSoc(progress, limitValue)
  const power = currentPower(progress)
  if (power === null) return null
  return limitKind === 'energy'
    ? ((limitValue - energyWh) / power) * 3_600
    : secondsToCost(progress, { limit: limitValue, power })
}

const isFresh = ({ readingAge }: SessionProgress): boolean => readingAge !== null && readingAge <= maxAge

/** Returns the power in W; null if the vehicle does not charge or the power is not known. */
function currentPower(progress: SessionProgress): number | null {
  const { powerW } = progress
  return isFresh(progress) && powerW !== null && powerW >= leastPowerW ? powerW : null
}

/** Returns the seconds until the cost reaches a limit if energy and time cost as much as so far; fees are not paid again. */
function secondsToCost(
  { cost, energyWh, seconds }: SessionProgress,
  { limit, power }: { limit: number; power: number },
): number | null {
  if (cost === null || energyWh < leastEnergyWh || seconds <= 0) return null
  const { grossMinor, energyMinor, timeMinor } = cost
  const perSecond = (energyMinor / energyWh) * (power / 3_600) + timeMinor / seconds
  return perSecond > 0 ? (limit - grossMinor) / perSecond : null
}

function secondsToSoc(progress: SessionProgress, wanted: number): number | null {
  const { firstSoc, soc, socSeconds } = progress
  if (!isFresh(progress) || firstSoc === null || soc === null || socSeconds === null) return null
  const risen = soc - firstSoc
  if (socSeconds < leastRise.seconds || risen < leastRise.percent) return null
  return ((wanted - soc) / risen) * socSeconds
}
