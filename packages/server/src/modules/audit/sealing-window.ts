/** Maximum deviation of an entry's time from the present: clocks differ, and a large change commits late. */
const maxAheadMs = 5 * 60_000
const maxBehindMs = 24 * 3_600_000
/** Maximum age of an entry relative to the last sealing; a crash leaves entries that are slightly older. */
const maxBeforeAnchorMs = 3_600_000

/** The period in which the time of an entry must lie to get a place in the chain. */
export interface TimeWindow {
  from: Date
  to: Date
}

/**
 * Returns the period whose entries are sealed. An entry outside of it stays unsealed and is reported by the
 * check of the trail: either a clock was wrong or the entry was inserted later.
 */
export function sealingWindow(now: Date, lastSealedAt: Date | null): TimeWindow {
  const day = now.getTime() - maxBehindMs
  // entries left by a crash may be older than a day if the server was down for longer
  const before = lastSealedAt ? lastSealedAt.getTime() - maxBeforeAnchorMs : 0
  return { from: new Date(Math.min(day, before)), to: new Date(now.getTime() + maxAheadMs) }
}
