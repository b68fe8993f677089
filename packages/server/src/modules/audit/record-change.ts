import { growingIds } from '../../shared/ids.ts'
import { systemClock } from '../../shared/clock.ts'
import { type Actor, actorColumns } from './actor.ts'
import { type Fields, shownChange } from './shown-change.ts'
import { insertChanges } from './store.ts'
import type { Db } from '../../storage/transaction.ts'

// entries of one transaction are listed in the order of its changes, even within one millisecond
const nextId = growingIds()

/** A change of one object, described so that the entry stays readable after the object is deleted. */
export interface Change {
  /** Account of the object; null if it belongs to the installation. */
  accountId: string | null
  kind: 'change' | 'command' | 'right' | 'method' | 'price'
  classCode: string
  objectId: string | null
  /** Name of the object as users know it: an identity, a code or a name. */
  label: string
  /** The action: `create`, `update`, `delete`, the code of a method or the name of a command. */
  action: string
  /** The fields before and after, without secrets; equal fields are left out. */
  before?: Fields | null
  after?: Fields | null
}

/**
 * Records a change made by a user, a script or the system; call it inside the transaction of the change. A
 * change whose fields are all equal leaves no row. The entry is chained shortly after the commit.
 */
export const recordChange = (tx: Db, actor: Actor, change: Change): Promise<void> =>
  recordChanges(tx, actor, [change])

/** Records the changes of several objects by one action. */
export async function recordChanges(tx: Db, actor: Actor, changes: readonly Change[]): Promise<void> {
  const at = systemClock.now()
  const by = actorColumns(actor)
  // in the order of the changes, which is the order in the chain
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
