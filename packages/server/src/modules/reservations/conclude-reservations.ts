import type { Bus } from '../../bus/bus.ts'
import type { BusEvent } from '../../bus/events.ts'
import type { Clock } from '../../shared/clock.ts'
import type { StateChange } from '../../shared/state-change.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import type { Outbox } from '../workflow/index.ts'
import { type Changed, expireOverdue, matchStarts } from './store.ts'

/**
 * Marks reservations that a transaction used without naming them, and ends those that have expired. Lists
 * show them as expired on time, before this has run.
 */
export const concludeReservations = (deps: {
  db: Db
  bus: Bus
  clock: Clock
  outbox: Outbox
}): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const rows = [...(await matchStarts(tx, now)), ...(await expireOverdue(tx, now))]
    await deps.outbox.record(tx, rows.map(stateChangeOf))
    const events = rows.map(
      ({ id, accountId, stationId }): BusEvent => ({
        kind: 'hint',
        account: accountId,
        hint: { kind: 'reservation.changed', station: stationId, ids: [id] },
      }),
    )
    await deps.bus.publish(tx, events)
  })

/** Hidden methods of reservations, by the state to which they lead. */
const actions: Readonly<Record<string, string>> = {
  requested: 'create',
  active: 'activate',
  used: 'use',
  refused: 'refuse',
  cancelled: 'finish',
  expired: 'expire',
}

export const stateChangeOf = ({ id, accountId, from, to }: Changed): StateChange => ({
  accountId,
  classCode: 'reservation',
  objectId: id,
  action: actions[to] ?? to,
  from,
  to,
})
