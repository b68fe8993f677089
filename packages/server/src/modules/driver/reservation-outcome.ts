import type { reservationAnswers, reservationEnds } from '@stationmaster/contract'

export type ReservationEnd = (typeof reservationEnds)[number]
export type ReservationAnswer = (typeof reservationAnswers)[number]

/** State of the ReserveNow of a reservation. */
export interface Requested {
  /** Run of the ReserveNow; null: the connector is no longer reserved at the station, but for starts by phone. */
  runId: string | null
  offeredAt: Date | null
  /** State of the command; null: not stored yet. */
  commandState: string | null
  /** The `status` of the station's answer. */
  commandStatus: string | null
  errorCode: string | null
  /** State of the reservation of the station. */
  stationState: string | null
}

/** Milliseconds after which a request counts as not sent whose command was not stored. */
const unsentAfterMs = 60_000

/** Returns what the station has made of the request. A reservation that it reports late counts. */
export function requestState(
  row: Requested,
  now: Date,
): 'asking' | 'reserved' | Extract<ReservationEnd, 'refused' | 'silent' | 'not_sent' | 'withdrawn'> {
  const { runId, offeredAt, commandState, errorCode, stationState } = row
  if (runId === null || stationState === 'active' || stationState === 'used') return 'reserved'
  if (commandState === null)
    return offeredAt !== null && now.getTime() - offeredAt.getTime() > unsentAfterMs ? 'not_sent' : 'asking'
  if (commandState === 'queued' || commandState === 'sent') return 'asking'
  if (commandState === 'accepted') return stationState === 'cancelled' ? 'withdrawn' : 'reserved'
  if (commandState === 'rejected') return 'refused'
  if (commandState === 'timeout' || commandState === 'unknown') return 'silent'
  return errorCode === null ? 'not_sent' : 'refused'
}

const answers: readonly ReservationAnswer[] = ['occupied', 'faulted', 'unavailable', 'rejected']
/** Errors of stations without reservations. */
const unsupported = new Set(['NotImplemented', 'NotSupported'])

/** Returns the reason that the station gave for its refusal. */
export function refusalAnswer({ commandStatus, errorCode }: Requested): ReservationAnswer {
  if (errorCode !== null) return unsupported.has(errorCode) ? 'unsupported' : 'rejected'
  const status = commandStatus?.trim().toLowerCase()
  return answers.find((answer) => answer === status) ?? 'rejected'
}

/** A reservation of a driver, with what decides about its end. */
interface Decided extends Requested {
  offeredUntil: Date | null
  evseState: string | null
  hasStartedHere: boolean
  isStarting: boolean
  isActiveUser: boolean
  /** True if a session of another card is running there, or the connector or its station is out of order. */
  isLost: boolean
}

/** Facts beside the row that decide what becomes of a turn or a reservation. */
export interface OutcomeAt {
  /** True if the card may start a session. */
  mayStart: boolean
  /** False if the driver may no longer use the connector of their turn or reservation. */
  mayUse: boolean
  /** False if the place of the queue was deleted, or has no station any more. */
  isPlace: boolean
  now: Date
}

/** Decides what becomes of a reservation. */
export function outcomeOfReservation(
  row: Decided,
  { mayStart, mayUse, now }: Pick<OutcomeAt, 'mayStart' | 'mayUse' | 'now'>,
): 'stay' | ReservationEnd {
  if (row.hasStartedHere) return 'started'
  if (!row.isActiveUser) return 'signed_out'
  if (!mayStart) return 'card_refused'
  const state = requestState(row, now)
  if (state !== 'asking' && state !== 'reserved') return state
  if (row.isLost) return 'out_of_order'
  if (!mayUse) return 'not_authorized'
  if ((row.offeredUntil !== null && row.offeredUntil > now) || row.isStarting) return 'stay'
  return row.evseState === 'preparing' ? 'plugged_in' : 'unused'
}
