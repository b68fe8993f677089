import type { AnswerOf, driverQueueGet } from '@stationmaster/contract'
import { refusalAnswer, requestState } from './reservation-outcome.ts'
import type { OwnReservation } from './reservation-store.ts'

/** Returns a reservation as its driver sees it: what the station has answered counts before the job has ended it. */
export function shownReservation(
  own: OwnReservation,
  now: Date,
): NonNullable<AnswerOf<typeof driverQueueGet>['reservation']> {
  const state = requestState(own, now)
  const isPending = state === 'asking' || state === 'reserved'
  const reason = own.reason ?? (isPending ? null : state)
  return {
    id: own.key,
    phase: reason !== null ? 'ended' : state === 'asking' ? 'asking' : 'reserved',
    reason,
    answer: reason === 'refused' ? refusalAnswer(own) : null,
    place: own.placeId,
    placelabel: own.placeLabel,
    connector: own.evseId,
    connectorno: own.evseNo,
    card: own.cardId,
    from: own.offeredAt.toISOString(),
    until: own.offeredUntil.toISOString(),
    ended: own.endedAt?.toISOString() ?? null,
  }
}
