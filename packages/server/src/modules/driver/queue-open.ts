import type { AnswerOf, driverPlaceGet } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import type { ModuleContext } from '../module.ts'
import { connectorState } from './connector-state.ts'
import type { ConnectorRow } from './place-store.ts'
import { readOwn, waitingAt } from './queue-store.ts'

const taken = new Set(['preparing', 'finishing', 'charging', 'reserved'])

/** Returns the queue of a place as a viewer sees it who may use these connectors there. */
export async function queueAt(
  { db, clock }: Pick<ModuleContext, 'db' | 'clock'>,
  viewer: Viewer,
  rows: readonly ConnectorRow[],
): Promise<AnswerOf<typeof driverPlaceGet>['queue']> {
  const { waiting, isOwn } = await outsideTenant(async () => {
    const ids = await waitingAt(db, rows[0]!.placeId)
    const now = clock.now()
    const own = await readOwn(db, { userId: viewer.userId, since: now, now })
    return { waiting: ids.length, isOwn: own?.placeId === rows[0]!.placeId }
  })
  return { waiting, open: !isOwn && refuseWait(rows, viewer, waiting) === null, own: isOwn }
}

const notNeeded = refuse('driver.queue_not_needed', { field: 'id' })
const outOfOrder = refuse('driver.queue_out_of_order', { field: 'id' })

/** Refuses to wait where a connector is free that no driver before waits for, or where none works. */
export function refuseWait(rows: readonly ConnectorRow[], viewer: Viewer, waiting: number): Refusal | null {
  const states = rows.map((row) => connectorState(row, viewer))
  if (states.filter((state) => state === 'available').length > waiting) return notNeeded
  return states.some((state) => taken.has(state) || state === 'available') ? null : outOfOrder
}
