import { offsetsIn } from '../../../shared/zone-offsets.ts'
import type { ZoneOffset } from './price-types.ts'

const minuteMs = 60_000

/** Returns the offsets of an IANA time zone that `price` needs for a period. Throws for an unknown zone. */
export function offsetsOf(timeZone: string, fromMs: number, toMs: number): ZoneOffset[] {
  const from = Math.floor(fromMs / minuteMs)
  const period = { from, to: Math.max(from + 1, Math.ceil(toMs / minuteMs)) }
  return offsetsIn(timeZone, period).map((offset) => [offset.from * minuteMs, offset.minutes])
}
