import type { Kysely } from 'kysely'
import { systemClock } from '../../shared/clock.ts'
import { growingIds } from '../../shared/ids.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { insertEvents, type NewEvent } from './store.ts'

/** Something an administrator should be able to find again. */
export interface LoggedEvent {
  type: 'message' | 'warning' | 'error' | 'debug'
  /** The room that tells: `web`, `jobs`, `mail`, `sign-in`, `script`. */
  code: string
  /** What happened, as a short name or sentence that is the same each time. */
  event: string
  /** In words, without secrets. */
  text: string
  /** Whose account it is about. */
  account?: string | null
  /** Who did it; a `Viewer` fits. Without the name it is looked up. */
  user?: { userId: string; username?: string } | null
  /** The code of their session; what is kept is the id that people see. */
  session?: string | null
  /** The id that people see of the session, where that is known instead of its code. */
  sessionId?: string | null
  /** What it is about: an identity, a name, an id. */
  object?: string | null
  /** Of the call in which it happened. */
  correlation?: string | null
}

/** Tells an event without waiting for it: it is written a moment later, or lost and counted. */
export type LogEvent = (event: LoggedEvent) => void

// events of one millisecond are read in the order in which they happened
const nextId = growingIds()

const longestText = 2_000
const longestName = 300

/** Writes an event into the log of events, in the caller's transaction if it has one. */
export const logEvent = (db: Kysely<Database>, event: LoggedEvent): Promise<void> =>
  insertEvents(db, [rowOf(event)])

/** The row of an event that happens now. */
export function rowOf(told: LoggedEvent): NewEvent {
  const at = systemClock.now()
  const { type, code, event, text, account, user, session, sessionId, object, correlation } = told
  return {
    id: nextId(at.getTime()),
    at,
    type,
    code,
    event: event.slice(0, longestName),
    text: text.slice(0, longestText),
    account_id: account ?? null,
    user_id: user?.userId ?? null,
    username: user?.username ?? null,
    session: session ?? null,
    session_id: sessionId ?? null,
    object: object?.slice(0, longestName) ?? null,
    correlation: correlation ?? null,
  }
}
