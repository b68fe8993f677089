import type { ActivityKind } from '@stationmaster/contract'
import type { Activity } from './use-activity.ts'

/** Events that are shown as one row: the newest, and how many of one cause happened since the first of them. */
export interface FoldedEvents {
  newest: Activity
  count: number
  /** Time of the oldest event. */
  since: string
}

/** Kinds that repeat without a person's doing. */
const repeated: ReadonlySet<ActivityKind> = new Set([
  'connected',
  'disconnected',
  'booted',
  'state_changed',
  'fault_raised',
  'fault_cleared',
  'authorization_refused',
  'message_unmatched',
])
/** Details that distinguish causes. */
const causes = ['reason', 'errorcode', 'vendorerrorcode', 'to', 'status', 'action', 'rule'] as const
/** Longest pause between two events of one row, in ms. */
const longestPause = 20 * 60_000
/** Fewer events of one cause stay separate rows. */
const fewest = 3

const causeOf = ({ kind, stationid, connectorid, idtag, details }: Activity): string =>
  JSON.stringify([kind, stationid, connectorid, idtag, ...causes.map((name) => details[name] ?? null)])

/**
 * Returns the rows of a list, newest first: events of one cause that follow each other within twenty minutes are one
 * row in the place of the newest, also if other events happened in between.
 */
export function foldEvents(rows: readonly Activity[]): FoldedEvents[] {
  const groups: Activity[][] = []
  const open = new Map<string, Activity[]>()
  for (const row of rows) {
    const cause = repeated.has(row.kind) ? causeOf(row) : null
    const group = cause === null ? undefined : open.get(cause)
    const oldest = group?.at(-1)
    if (group && oldest && Date.parse(oldest.datetime) - Date.parse(row.datetime) <= longestPause) {
      group.push(row)
      continue
    }
    const started = [row]
    groups.push(started)
    if (cause !== null) open.set(cause, started)
  }
  const folded = groups.flatMap((group) =>
    group.length < fewest
      ? group.map((row) => ({ newest: row, count: 1, since: row.datetime }))
      : [whole(group)],
  )
  const place = new Map(rows.map((row, index) => [row.id, index]))
  return folded.sort((one, other) => place.get(one.newest.id)! - place.get(other.newest.id)!)
}

const whole = (group: readonly Activity[]): FoldedEvents => ({
  newest: group[0]!,
  count: group.length,
  since: group.at(-1)!.datetime,
})
