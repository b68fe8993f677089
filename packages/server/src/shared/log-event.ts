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
