import type { Kysely } from 'kysely'
import { growingIds } from '../../shared/ids.ts'
import { systemClock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { type Actor, actorColumns } from './actor.ts'
import { type Fields, shownChange } from './shown-change.ts'
import { insertChanges } from './store.ts'

// what one transaction does to a thing reads in its order, however quick it was
const nextId = growingIds()

/** One thing that was changed, in words that outlive it. */
export interface Change {
  /** Whose thing it is; null: of the installation. */
  accountId: string | null
  kind: 'change' | 'command' | 'right' | 'method' | 'price'
  classCode: string
  objectId: string | null
  /** What people call the thing: an identity, a code, a name. */
  label: string
  /** What was done: `create`, `update`, `delete`, the code of a method, the name of a command. */
  action: string
  /** The fields before and after, without secrets; those that are equal are left out. */
  before?: Fields | null
  after?: Fields | null
}

/**
 * Writes down what a person, a script or the system changes; call it inside the transaction of the change. A change
 * whose fields are all equal is none and leaves no row. The chain is closed over it shortly after the commit.
 */
export const recordChange = (tx: Kysely<Database>, actor: Actor, change: Change): Promise<void> =>
  recordChanges(tx, actor, [change])

/** The same for many things that one act changes. */
export async function recordChanges(
  tx: Kysely<Database>,
  actor: Actor,
  changes: readonly Change[],
): Promise<void> {
  const at = systemClock.now()
  const by = actorColumns(actor)
  // in the order in which they were told, which is that of the chain
  const ids = changes.map(() => nextId(at.getTime()))
  const rows = changes.flatMap((change, index) => {
    const shown = shownChange(change.before, change.after)
    if (!shown) return []
    const { accountId, kind, classCode, objectId, label, action } = change
    return [
      {
        ...by,
        ...shown,
        id: ids[index]!,
        at,
        account_id: accountId,
        kind,
        class_code: classCode,
        object_id: objectId,
        label: label.slice(0, 300),
        action,
      },
    ]
  })
  if (rows.length > 0) await insertChanges(tx, rows)
}
