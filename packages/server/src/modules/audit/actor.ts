/** A person; a `Viewer` fits. A name that is left out is looked up. */
interface Who {
  userId: string
  username?: string
  /** The code of the session; what is written is the id that people see of it. */
  session?: string | null
  /** Of the call in which they act. */
  correlation?: string | null
}

/**
 * Who changes something: a person, the script of an event, perhaps for a person, or the system, perhaps in a call of
 * somebody who has not signed in.
 */
export type Actor = Who | ({ script: string } & Partial<Who>) | { system: string; correlation?: string }

const nobody = { user_id: null, username: null, session: null }

/** The columns that name the actor. */
export function actorColumns(actor: Actor) {
  const correlation = actor.correlation ?? null
  if ('system' in actor) return { ...nobody, correlation, actor: 'system' as const, via: actor.system }
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
