import type { ChargeLimitKind } from '@stationmaster/contract'

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
}

/** Readings that are older say nothing about the end. */
const maxAge = 600
/** Rise of the state of charge from which its pace is computed: seconds and per cent. */
const leastRise = { seconds: 300, percent: 2 }
/** Power below which the time for the rest of the energy is not computed. */
const leastPowerW = 500

/**
 * Returns about how many minutes a session still takes: until the limit of its driver, or until the battery is full (or as
 * full as its driver wants) if the state of charge rises. Null if nothing supports an estimate.
 */
export function minutesLeft(progress: SessionProgress): number | null {
  const { limitKind, limitValue, seconds, energyWh, powerW, readingAge } = progress
  const isFresh = readingAge !== null && readingAge <= maxAge
  const ends = [
    limitKind === 'time' && limitValue !== null ? limitValue - seconds : null,
    limitKind === 'energy' && limitValue !== null && isFresh && powerW !== null && powerW >= leastPowerW
      ? ((limitValue - energyWh) / powerW) * 3_600
      : null,
    isFresh ? secondsToSoc(progress, limitKind === 'soc' ? (limitValue ?? 100) : 100) : null,
  ].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.max(1, Math.round(Math.min(...ends) / 60))
}

function secondsToSoc({ firstSoc, soc, socSeconds }: SessionProgress, wanted: number): number | null {
  if (firstSoc === null || soc === null || socSeconds === null) return null
  const risen = soc - firstSoc
  if (socSeconds < leastRise.seconds || risen < leastRise.percent) return null
  return ((wanted - soc) / risen) * socSeconds
}
