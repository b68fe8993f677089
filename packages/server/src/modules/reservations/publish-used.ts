import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { queryable } from '../../storage/queryable.ts'
import type { Database } from '../../storage/tables.gen.ts'

/** Sends the hint that a start used a reservation; the use itself was stored with the start. */
export const publishReservationUsed = (
  deps: { db: Kysely<Database>; bus: Bus },
  use: { stationId: string; accountId: string },
): Promise<void> =>
  deps.bus.publish(queryable(deps.db), [
    { kind: 'hint', account: use.accountId, hint: { kind: 'reservation.changed', station: use.stationId } },
  ])
