import { systemClock } from '../../shared/clock.ts'
import { growingIds } from '../../shared/ids.ts'
import type { LoggedEvent } from '../../shared/log-event.ts'
import { insertEvents, type NewEvent } from './store.ts'
import type { Db } from '../../storage/transaction.ts'

// keeps events of the same millisecond in their order
const nextId = growingIds()

const maxTextLength = 2_000
const maxNameLength = 300

/** Writes an event to the event log, in the caller's transaction if there is one. */
export const logEvent = (db: Db, event: LoggedEvent): Promise<void> => insertEvents(db, [rowOf(event)])

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
