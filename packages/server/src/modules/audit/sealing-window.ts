/** How far the time of an entry may lie from the present: clocks differ, and a large change commits late. */
const mostAheadMs = 5 * 60_000
const mostBehindMs = 24 * 3_600_000
/** How much older than the last sealing an entry may be; a crash leaves entries that are a little older. */
const mostBeforeAnchorMs = 3_600_000

/** The times between which an entry gets a place in the chain. */
export interface TimeWindow {
  from: Date
  to: Date
}

/**
 * Returns the times between which entries are sealed. An entry outside of it waits, and is reported by the check of the
 * trail: its clock was wrong, or somebody has put it there later.
 */
export function sealingWindow(now: Date, lastSealedAt: Date | null): TimeWindow {
  const day = now.getTime() - mostBehindMs
  // what a crash has left may be older than a day when the server was down for longer
  const before = lastSealedAt ? lastSealedAt.getTime() - mostBeforeAnchorMs : 0
  return { from: new Date(Math.min(day, before)), to: new Date(now.getTime() + mostAheadMs) }
}
