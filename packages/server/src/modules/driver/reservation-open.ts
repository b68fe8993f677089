import type { AnswerOf, driverPlaceGet } from '@stationmaster/contract'
import { refuse, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import type { ConnectorRow } from './place-store.ts'
import { freeConnectors, waitingAt } from './queue-store.ts'
import { pausedUntil, readReservable, reserveMinutes } from './reservation-store.ts'

interface Offer {
  reservation: AnswerOf<typeof driverPlaceGet>['reservation']
  /** By the ids of connectors. */
  connectors: Map<string, { until: Date | null; refusal: Refusal | null }>
}

const notFree = refuse('driver.reservation_not_free', { field: 'connector' })
const unsupported = refuse('driver.reservation_unsupported', { field: 'connector' })
const queueFirst = refuse('driver.reservation_queue_first', { field: 'connector' })

/** Returns which connectors of a place the viewer could reserve, of those that they may use. */
export async function reservationsAt(
  { db, clock }: Pick<ModuleContext, 'clock'> & { db: Db },
  viewer: Pick<Viewer, 'userId'>,
  rows: readonly ConnectorRow[],
): Promise<Offer> {
  const now = clock.now()
  const { placeId, accountId } = rows[0]!
  const [free, waiting, known, minutes, from] = [
    await freeConnectors(db, placeId, now),
    await waitingAt(db, placeId),
    await readReservable(
      db,
      rows.map(({ id }) => id),
      now,
    ),
    await reserveMinutes(db, accountId),
    await pausedUntil(db, { userId: viewer.userId, placeId, now }),
  ]
  // drivers who wait are offered the free connectors
  const isEnough = rows.filter(({ id }) => free.has(id)).length > waiting.length
  const refusalOf = ({ id }: ConnectorRow): Refusal | null => {
    if (!free.has(id)) return notFree
    if (known.get(id)?.isSupported === false) return unsupported
    return isEnough ? null : queueFirst
  }
  return {
    reservation: { minutes, from: from?.toISOString() ?? null },
    connectors: new Map(
      rows.map((row) => [row.id, { until: known.get(row.id)?.until ?? null, refusal: refusalOf(row) }]),
    ),
  }
}
