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
export function actorColumns(actor: Actor) {
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
