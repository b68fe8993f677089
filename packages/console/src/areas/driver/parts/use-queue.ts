import { type AnswerOf, driverQueueGet } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'

export type QueuePlace = NonNullable<AnswerOf<typeof driverQueueGet>['own']>
export type OwnReservation = NonNullable<AnswerOf<typeof driverQueueGet>['reservation']>

const hints = ['queue.changed', 'connector.changed', 'station.changed', 'reservation.changed'] as const

/** Reads the driver's place in a queue and their reservation; hints of the server update it, and a request every 15 seconds. */
export const useOwnQueue = () => useEndpoint(driverQueueGet, {}, { hints, refetchInterval: 15_000 })

/** Returns the driver's reservation; null if there is none, or the last one has ended. */
export function useOpenReservation(): OwnReservation | null {
  const reservation = useOwnQueue().data?.reservation
  return reservation && reservation.phase !== 'ended' ? reservation : null
}
