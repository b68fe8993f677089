import type { V16 } from '@stationmaster/ocpp/v16'
import type { Facts, KnownTransaction } from '../../shared/facts.ts'
import { reportedTime } from '../../shared/reported-time.ts'
import type { CallContext, StationKnowledge } from '../../shared/station-connection.ts'
import { connectorState } from './display-state.ts'

/** State that an EVSE reports while the vehicle of a transaction is connected. */
interface TransactionState {
  transactionId: string
  state: string
  at: Date
  /** The transaction, if it is running and this state shows that energy flowed earlier than known. */
  energyStart: KnownTransaction | null
}

/** Maximum number of states stored for one transaction. */
const maxStates = 1_000

/** Returns true if the state of an EVSE shows that no vehicle is connected. */
export const hasVehicleLeft = (state: string): boolean => state === 'available' || state === 'reserved'

/**
 * Returns the state as one of the EVSE's transaction, which continues after its stop until the vehicle has
 * left: idle fees are computed from it. Null without a transaction, for a repeated state, and beyond the limit.
 */
export function transactionStateOf(
  station: StationKnowledge,
  { connectorId, status, timestamp }: V16['StatusNotification']['request'],
  call: CallContext,
): TransactionState | null {
  const state = connectorState(status)
  const evse = station.evses.get(connectorId)
  const running = [...station.running.values()].find(({ evseNo }) => evseNo === connectorId)
  const transaction = running ?? evse?.lastTransaction
  if (state === null || !transaction || (evse?.transactionStateCount ?? 0) >= maxStates) return null
  const reported = reportedTime(timestamp, call.receivedAt, station.timeZone).at
  const at = reported < call.receivedAt ? reported : call.receivedAt
  const isRepeated = evse?.state === state && at.getTime() >= evse.stateSinceMs
  if (isRepeated || at < transaction.startedAt) return null
  const isEarliest = running && (running.energyStartedAt === null || at < running.energyStartedAt)
  const energyStart = state === 'charging' && isEarliest ? running : null
  return { transactionId: transaction.id, state, at, energyStart }
}

/** Adds the state of a transaction to the facts. */
export function addTransactionState(facts: Facts, of: TransactionState, { receivedAt }: CallContext): void {
  const { transactionId, state, at, energyStart } = of
  facts.add('transactionStates', {
    transactionId,
    state,
    at: at.toISOString(),
    receivedAt: receivedAt.toISOString(),
  })
  if (energyStart) facts.add('energyStarts', { transactionId, at })
}

/** Updates the known state of the station after a state of a transaction was stored. */
export function noteTransactionState(
  { evses }: StationKnowledge,
  evseNo: number,
  { at, energyStart }: TransactionState,
): void {
  const evse = evses.get(evseNo)
  if (evse) evse.transactionStateCount++
  if (energyStart) energyStart.energyStartedAt = at
}
