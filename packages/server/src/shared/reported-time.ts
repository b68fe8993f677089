import { readStationTime } from '@stationmaster/ocpp'

export interface ReportedTime {
  /** What counts: the time told, or that of receipt where the station's clock cannot be believed. */
  at: Date
  /** The station does not know what time it is: before 2020, more than a day ahead, or no time at all. */
  isClockless: boolean
  flags: readonly string[]
}

const firstBelievable = Date.UTC(2020, 0, 1)
const dayMs = 86_400_000
/** Beyond this the time of receipt counts, and says so. */
const mostAheadMs = 600_000

const none: readonly string[] = []

/**
 * The instant that a station means by a time it tells. A time in the past is believed, because a station that was
 * offline tells its history later (OCPP 1.6, 3.7); one in the future cannot be true.
 */
export function reportedTime(
  text: string | undefined,
  receivedAt: Date,
  timeZone: string | null,
): ReportedTime {
  if (text === undefined) return { at: receivedAt, isClockless: false, flags: none }
  const { at, hadZone } = readStationTime(text, timeZone ?? undefined)
  if (at === null) return { at: receivedAt, isClockless: true, flags: ['time-unreadable'] }
  const aheadMs = at.getTime() - receivedAt.getTime()
  if (at.getTime() < firstBelievable || aheadMs > dayMs)
    return { at: receivedAt, isClockless: true, flags: ['clockless'] }
  const flags = hadZone || timeZone ? none : ['time-without-zone']
  if (aheadMs > mostAheadMs) return { at: receivedAt, isClockless: false, flags: [...flags, 'clock-ahead'] }
  return { at, isClockless: false, flags }
}
