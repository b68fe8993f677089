import type { Kysely } from 'kysely'
import { systemClock } from '../../shared/clock.ts'
import { newId } from '../../shared/ids.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { insertEvent } from './store.ts'

/** Something an administrator should be able to find again. */
export interface LoggedEvent {
  type: 'message' | 'warning' | 'error' | 'debug'
  /** The room that tells: `web`, `jobs`, `mail`, `sign-in`, `script`. */
  code: string
  /** What happened, as a short name: `failed`, `locked`. */
  event: string
  /** In words, without secrets. */
  text: string
  /** Whose account it is about. */
  account?: string | null
  /** Who did it; a `Viewer` fits. */
  user?: { userId: string; username: string } | null
  /** The code of their session; what is kept is the id that people see. */
  session?: string | null
  /** What it is about: an identity, a name, an id. */
  object?: string | null
  /** Of the call in which it happened. */
  correlation?: string | null
}

const longestText = 2_000

/** Writes an event into the log of events, in the caller's transaction if it has one. */
export function logEvent(db: Kysely<Database>, event: LoggedEvent): Promise<void> {
  const at = systemClock.now()
  const { type, code, text, account, user, session, object, correlation } = event
  return insertEvent(db, {
    id: newId(at.getTime()),
    at,
    type,
    code,
    event: event.event,
    text: text.slice(0, longestText),
    account_id: account ?? null,
    user_id: user?.userId ?? null,
    username: user?.username ?? null,
    session: session ?? null,
    object: object?.slice(0, 300) ?? null,
    correlation: correlation ?? null,
  })
}
