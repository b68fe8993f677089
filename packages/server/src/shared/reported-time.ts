import { readStationTime } from '@stationmaster/ocpp'

export interface ReportedTime {
  /** Effective time: as reported, or the time of receipt if the station's clock is not plausible. */
  at: Date
  /** True if the station has no usable clock: before 2020, more than a day ahead, or no time at all. */
  isClockless: boolean
  flags: readonly string[]
}

const firstBelievable = Date.UTC(2020, 0, 1)
const dayMs = 86_400_000
/** Milliseconds ahead beyond which the time of receipt is used and flagged. */
const maxAheadMs = 600_000

const none: readonly string[] = []

/**
 * Returns the instant that a station means by a reported time. A time in the past is accepted, because a
 * station that was offline sends its history later (OCPP 1.6, 3.7); one in the future cannot be correct.
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
  if (aheadMs > maxAheadMs) return { at: receivedAt, isClockless: false, flags: [...flags, 'clock-ahead'] }
  return { at, isClockless: false, flags }
}
