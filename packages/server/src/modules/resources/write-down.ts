import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ResourceRow } from './store.ts'

type Fields = Record<string, unknown> | null

/** Records a change of a resource in the audit trail. */
export const writeDown = (
  tx: Tx,
  viewer: Viewer,
  told: { row: ResourceRow; action: 'create' | 'update' | 'delete'; before?: Fields; after?: Fields },
): Promise<void> =>
  recordChange(tx, viewer, {
    accountId: null,
    kind: 'change',
    classCode: 'resource',
    objectId: told.row.id,
    label: told.row.path,
    action: told.action,
    before: told.before ?? null,
    after: told.after ?? null,
  })
