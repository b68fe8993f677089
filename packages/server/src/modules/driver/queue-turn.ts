import type { QueueEnd, QueueRow } from './queue-store.ts'
import type { OutcomeAt } from './reservation-outcome.ts'

/** `stay`: nothing changes. `back`: the driver waits again at the same position. */
type Outcome = 'stay' | 'back' | QueueEnd

/**
 * Decides what becomes of a driver in a queue. Only who had the chance to start is passed over: not if the station is
 * offline or faulted, or another card has started a session at the connector.
 */
export function outcomeOf(row: QueueRow, { mayStart, mayUse, isPlace, now }: OutcomeAt): Outcome {
  if (row.hasStarted) return 'started'
  if (!row.isSignedIn) return 'signed_out'
  if (!mayStart) return 'card_refused'
  if (row.offeredUntil === null) return isPlace ? 'stay' : 'withdrawn'
  if (!canStartAt(row)) return isPlace ? 'back' : 'withdrawn'
  if (!mayUse) return 'not_authorized'
  if (row.offeredUntil > now || row.isStarting) return 'stay'
  if (row.evseState === 'preparing') return 'plugged_in'
  if (row.evseState === 'available' || row.evseState === 'reserved') return 'missed'
  return isPlace ? 'back' : 'withdrawn'
}

/** Returns true if the driver can start at the offered connector as far as it is known. */
export const canStartAt = ({ evseId, evseState, isConnected, isEnabled, isTaken }: QueueRow): boolean =>
  evseId !== null &&
  isConnected &&
  isEnabled &&
  !isTaken &&
  evseState !== 'faulted' &&
  evseState !== 'unavailable'
