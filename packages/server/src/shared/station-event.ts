import type { ActivityKind } from '@stationmaster/contract'
import type { TokenBucket } from 'limiter'
import { BoundedMap } from './bounded-map.ts'
import type { EventFact, Facts } from './facts.ts'
import { fullBucket, returnToken } from './token-bucket.ts'

/** Event of a station for the activity. */
export interface StationEvent {
  kind: ActivityKind
  /** Time of receipt. */
  at: Date
  evseNo?: number | null
  cardId?: string | null
  idTag?: string | null
  transactionNumber?: number
  /** Time of the station's clock. */
  reportedAt?: Date
  /** Id of the call in the OCPP log. */
  messageId?: string
  /** Without values that are null or undefined. */
  details?: Readonly<Record<string, string | number | boolean | null | undefined>>
}

/** Events of one station that are stored without a pause, and then per minute. */
const burst = 300
const perMinute = 30
/** Maximum number of stations whose events are counted; one that is removed starts again with a full burst. */
const maxStations = 20_000

/** Events that a station may still store, and the number of those that were left out. */
interface Budget {
  bucket: TokenBucket
  left: number
}

const budgets = new BoundedMap<string, Budget>(maxStations)

/**
 * Adds an event of a station. Beyond the limit of a station it is left out and counted in the details of the next
 * one.
 */
export function addEvent(
  facts: Facts,
  { id: stationId, accountId }: { id: string; accountId: string },
  event: StationEvent,
): void {
  const budget = budgetOf(stationId)
  if (!budget.bucket.tryRemoveTokens(1)) {
    budget.left++
    facts.onDiscard(() => budget.left--)
    return
  }
  const { left } = budget
  facts.onDiscard(() => {
    returnToken(budget.bucket)
    budget.left += left
  })
  const { kind, at, evseNo = null, cardId = null, idTag = null, transactionNumber = null } = event
  const { reportedAt, messageId = null, details } = event
  facts.add('activity', {
    atMs: at.getTime(),
    accountId,
    kind,
    stationId,
    evseNo,
    cardId,
    idTag,
    transactionNumber,
    reportedAt: reportedAt?.toISOString() ?? null,
    messageId,
    details: knownDetails(details, left),
  })
  budget.left = 0
  facts.hint(accountId, { kind: 'activity.added' })
}

/**
 * Takes an event of a station from its limit, for events that are not facts of a batch. Returns the number of events
 * that were left out before, or null if this one is beyond the limit and counted.
 */
export function takeEvent(stationId: string): number | null {
  const budget = budgetOf(stationId)
  if (!budget.bucket.tryRemoveTokens(1)) {
    budget.left++
    return null
  }
  const { left } = budget
  budget.left = 0
  return left
}

function budgetOf(stationId: string): Budget {
  const known = budgets.get(stationId)
  if (known) return known
  const budget = { bucket: fullBucket(perMinute, burst), left: 0 }
  budgets.set(stationId, budget)
  return budget
}

/** Returns the details without unknown values, and with the number of events that were left out before. */
function knownDetails(details: StationEvent['details'], left: number): EventFact['details'] {
  const known: Record<string, string | number | boolean> = {}
  for (const name in details) {
    const value = details[name]
    if (value !== null && value !== undefined) known[name] = value
  }
  if (left > 0) known.leftout = left
  return details || left > 0 ? known : null
}
