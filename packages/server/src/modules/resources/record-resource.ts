import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ResourceRow } from './store.ts'

type Fields = Record<string, unknown> | null

/** Records a change of a resource in the audit trail. */
export const recordResource = (
  tx: Tx,
  viewer: Viewer,
  change: { row: ResourceRow; action: 'create' | 'update' | 'delete'; before?: Fields; after?: Fields },
): Promise<void> =>
  recordChange(tx, viewer, {
    accountId: null,
    kind: 'change',
    classCode: 'resource',
    objectId: change.row.id,
    label: change.row.path,
    action: change.action,
    before: change.before ?? null,
    after: change.after ?? null,
  })
