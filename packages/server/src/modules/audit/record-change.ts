import { systemClock } from '../../shared/clock.ts'
import { growingIds } from '../../shared/ids.ts'
import type { Db } from '../../storage/transaction.ts'
import { insertObjectEvents } from './event-store.ts'
import { type Fields, shownChange } from './shown-change.ts'
import { insertChanges } from './store.ts'

// entries of one transaction are listed in the order of its changes, even within one millisecond
const nextId = growingIds()

/** A change of one object, described so that the entry stays readable after the object is deleted. */
export interface Change {
  /** Account of the object; null if it belongs to the installation. */
  accountId: string | null
  /** `change` unless set. */
  kind?: 'change' | 'command' | 'right' | 'method' | 'price'
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
    const { accountId, kind = 'change', classCode, objectId, label, action } = change
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
  if (rows.length === 0) return
  await insertChanges(tx, rows)
  await insertObjectEvents(tx, rows)
}

/** A user; a `Viewer` can be passed. A missing name is looked up. */
interface UserActor {
  userId: string
  username?: string
  /** The secret code of the login session; the entry stores its public id. */
  session?: string | null
  /** Correlation id of the API request. */
  correlation?: string | null
}

/**
 * The author of a change: a user, a script (possibly on behalf of a user), or the system (possibly for a
 * request without a sign-in).
 */
export type Actor =
  | UserActor
  | ({ script: string } & Partial<UserActor>)
  | { system: string; correlation?: string }

const noUser = { user_id: null, username: null, session: null }

/** Returns the columns that name the actor. */
function actorColumns(actor: Actor) {
  const correlation = actor.correlation ?? null
  if ('system' in actor) return { ...noUser, correlation, actor: 'system' as const, via: actor.system }
  const person = {
    correlation,
    user_id: actor.userId ?? null,
    username: actor.username ?? null,
    session: actor.session ?? null,
  }
  return 'script' in actor
    ? { ...person, actor: 'script' as const, via: actor.script }
    : { ...person, actor: 'person' as const, via: null }
}
