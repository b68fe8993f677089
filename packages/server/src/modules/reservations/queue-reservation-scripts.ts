import type { Bus } from '../../bus/bus.ts'
import { queryable } from '../../storage/queryable.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type WorkflowIndex, queueScripts } from '../workflow/index.ts'
import type { Changed } from './store.ts'

export interface ScriptQueueDeps {
  bus: Bus
  workflowIndex: WorkflowIndex
}

/** Hidden methods of reservations, by the state to which they lead. */
const actions: Readonly<Record<string, string>> = {
  requested: 'create',
  active: 'activate',
  used: 'use',
  refused: 'refuse',
  cancelled: 'finish',
  expired: 'expire',
}

/** Queues script triggers for changed reservations. */
export const queueReservationScripts = (
  deps: ScriptQueueDeps,
  tx: Tx,
  at: Date,
  changed: readonly Changed[],
): Promise<void> =>
  queueScripts(
    deps,
    queryable(tx),
    at,
    changed.map(({ id: objectId, accountId, from, to }) => {
      return { accountId, classCode: 'reservation', objectId, action: actions[to] ?? to, from, to }
    }),
  )
