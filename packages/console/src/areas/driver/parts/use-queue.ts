import { type AnswerOf, driverQueueGet } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'

export type QueuePlace = NonNullable<AnswerOf<typeof driverQueueGet>['own']>

const hints = ['queue.changed', 'connector.changed', 'station.changed', 'reservation.changed'] as const

/** Reads the driver's place in a queue; hints of the server update it, and a request every 15 seconds. */
export const useOwnQueue = () => useEndpoint(driverQueueGet, {}, { hints, refetchInterval: 15_000 })
