import type { Kysely } from 'kysely'
import type { BusEvent } from '../../bus/events.ts'
import type { Clock } from '../../shared/clock.ts'
import { queryable } from '../../storage/queryable.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { expireOverdue, matchStarts } from './store.ts'
import { type ScriptQueueDeps, queueReservationScripts } from './queue-reservation-scripts.ts'

/**
 * Marks reservations that a transaction used without naming them, and ends those that have expired. Lists
 * show them as expired on time, before this has run.
 */
export const concludeReservations = (
  deps: ScriptQueueDeps & { db: Kysely<Database>; clock: Clock },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const rows = [...(await matchStarts(tx, now)), ...(await expireOverdue(tx, now))]
    await queueReservationScripts(deps, tx, now, rows)
    const events = rows.map(
      ({ id, accountId, stationId }): BusEvent => ({
        kind: 'hint',
        account: accountId,
        hint: { kind: 'reservation.changed', station: stationId, ids: [id] },
      }),
    )
    await deps.bus.publish(queryable(tx), events)
  })
