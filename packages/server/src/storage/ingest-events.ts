import type { EventFact, FactRows } from '../shared/facts.ts'

type Written = Pick<{ [K in keyof FactRows]: readonly FactRows[K][] }, 'activity' | 'log' | 'loggedEvents'>

/**
 * Returns the rows of a batch with each event in the row of the log entry of its message, so that both are one row of
 * one statement. Events without such an entry remain rows of their own, and so do all but the last one of a message:
 * they are written before.
 */
export function joinEvents({ activity, log }: Pick<Written, 'activity' | 'log'>): Written {
  if (activity.length === 0 || log.length === 0) return { activity, log, loggedEvents: [] }
  const events = new Map<string, EventFact>()
  const alone: EventFact[] = []
  for (const event of activity) {
    const key = keyOf(event)
    const earlier = key === null ? event : events.get(key)
    if (earlier) alone.push(earlier)
    if (key !== null) events.set(key, event)
  }
  const loggedEvents = log.map((entry): FactRows['loggedEvents'] => {
    const key = keyOf(entry)
    const event = key === null ? undefined : events.get(key)
    if (key === null || !event) return { ...noEvent, ...entry }
    events.delete(key)
    return { ...event, ...entry }
  })
  if (alone.length + events.size === activity.length) return { activity, log, loggedEvents: [] }
  // in the order of the log, so that the entries of a station keep theirs
  return { activity: [...events.values(), ...alone], log: [], loggedEvents }
}

const keyOf = ({ stationId, messageId }: { stationId: string; messageId: string | null }): string | null =>
  messageId === null ? null : `${stationId} ${messageId}`

const noEvent = {
  atMs: null,
  kind: null,
  evseNo: null,
  cardId: null,
  idTag: null,
  transactionNumber: null,
  reportedAt: null,
  details: null,
}
