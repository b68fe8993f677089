/**
 * Who changes something: a person (a `Viewer` fits), the script of an event, perhaps for a person, or the system.
 * `session` is the code of the session; what is written is the id that people see of it. A name that is left out is
 * looked up.
 */
export type Actor =
  | { userId: string; username?: string; session?: string | null }
  | { script: string; userId?: string; username?: string; session?: string | null }
  | { system: string }

/** The columns that name the actor. */
export function actorColumns(actor: Actor) {
  if ('system' in actor)
    return { actor: 'system' as const, via: actor.system, user_id: null, username: null, session: null }
  const person = {
    user_id: actor.userId ?? null,
    username: actor.username ?? null,
    session: actor.session ?? null,
  }
  return 'script' in actor
    ? { ...person, actor: 'script' as const, via: actor.script }
    : { ...person, actor: 'person' as const, via: null }
}
