import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { Change } from './deps.ts'
import type { ValueRow } from './store.ts'

const fields = (row: ValueRow | null) => row && { name: row.name, type: row.type, [row.name]: row.value }

/** Records a changed value in the audit trail under its own name, so that one named like a secret is masked. */
export function recordValueChange(
  tx: Tx,
  change: Change,
  done: { path: string; before: ValueRow | null; after: ValueRow | null },
): Promise<void> {
  const { before, after } = done
  return recordRegistryChange(tx, change, {
    objectId: (after ?? before)?.id ?? null,
    label: `${done.path}: ${(after ?? before)?.name ?? ''}`,
    action: before ? (after ? 'update' : 'delete') : 'create',
    before: fields(before),
    after: fields(after),
  })
}

export const recordKeyChange = (
  tx: Tx,
  change: Change,
  done: {
    id: string | null
    path: string
    before?: Record<string, unknown>
    after?: Record<string, unknown>
  },
): Promise<void> =>
  recordRegistryChange(tx, change, {
    objectId: done.id,
    label: done.path,
    action: done.before ? (done.after ? 'move' : 'delete') : 'create',
    before: done.before ?? null,
    after: done.after ?? null,
  })

async function recordRegistryChange(
  tx: Tx,
  { owner, actor }: Change,
  entry: Omit<Parameters<typeof recordChange>[2], 'accountId' | 'kind' | 'classCode'>,
): Promise<void> {
  // changes of a user's own tree are private
  if (owner !== null) return
  await recordChange(tx, actor, { accountId: null, kind: 'change', classCode: 'registry', ...entry })
}
