import type { Kysely } from 'kysely'
import { systemClock } from '../../shared/clock.ts'
import { growingIds } from '../../shared/ids.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { insertEvents, type NewEvent } from './store.ts'

/** An event for administrators. */
export interface LoggedEvent {
  type: 'message' | 'warning' | 'error' | 'debug'
  /** The part of the server that reports: `web`, `jobs`, `mail`, `sign-in`, `script`. */
  code: string
  /** Short name or sentence of the event that is the same each time. */
  event: string
  /** Description without secrets. */
  text: string
  /** Account that the event is about. */
  account?: string | null
  /** User who caused it; a `Viewer` fits. Without the name it is looked up. */
  user?: { userId: string; username?: string } | null
  /** Code of the user's login session; the session's public id is stored. */
  session?: string | null
  /** Public id of the session, if it is known instead of the code. */
  sessionId?: string | null
  /** Object that the event is about: an identity, a name, an id. */
  object?: string | null
  /** Correlation id of the request. */
  correlation?: string | null
}

/** Reports an event without waiting: it is written a moment later, or dropped and counted. */
export type LogEvent = (event: LoggedEvent) => void

// keeps events of the same millisecond in their order
const nextId = growingIds()

const maxTextLength = 2_000
const maxNameLength = 300

/** Writes an event to the event log, in the caller's transaction if there is one. */
export const logEvent = (db: Kysely<Database>, event: LoggedEvent): Promise<void> =>
  insertEvents(db, [rowOf(event)])

/** Returns the row of an event that happens now. */
export function rowOf(logged: LoggedEvent): NewEvent {
  const at = systemClock.now()
  const { type, code, event, text, account, user, session, sessionId, object, correlation } = logged
  return {
    id: nextId(at.getTime()),
    at,
    type,
    code,
    event: event.slice(0, maxNameLength),
    text: text.slice(0, maxTextLength),
    account_id: account ?? null,
    user_id: user?.userId ?? null,
    username: user?.username ?? null,
    session: session ?? null,
    session_id: sessionId ?? null,
    object: object?.slice(0, maxNameLength) ?? null,
    correlation: correlation ?? null,
  }
}
