import type { OpeningHours } from '@stationmaster/contract'
import { offsetsIn } from '../../shared/zone-offsets.ts'
import { closedHours } from '../availability/index.ts'

/** Returns whether a place is open at a time; null if its opening hours are not known. */
export function isOpenAt(hours: OpeningHours | null, timeZone: string | null, at: Date): boolean | null {
  if (hours === null) return null
  const minute = Math.floor(at.getTime() / 60_000)
  const span = { from: minute, to: minute + 1 }
  return closedHours(hours, offsetsIn(timeZone ?? 'UTC', span))(span).length === 0
}
