import type { Viewer } from '../../shared/scope.ts'
import type { IdentityDeps } from './deps.ts'
import { viewerOf } from './find-caller.ts'
import { hashOf, newSecret } from './secrets.ts'
import { sessionFacts } from './session-store.ts'
import { insertTicket, takeTicket } from './store.ts'

const ticketMs = 30_000

/** A ticket that opens the live socket once: the token itself must not stand in an address. */
export async function issueTicket(
  deps: IdentityDeps,
  session: string,
): Promise<{ ticket: string; expires: string }> {
  const now = deps.clock.now()
  const ticket = newSecret()
  const expires = new Date(now.getTime() + ticketMs)
  await insertTicket(deps.db, { hash: hashOf(ticket), session_code: session, expires_at: expires }, now)
  return { ticket, expires: expires.toISOString() }
}

/** The viewer of a ticket; null when it is unknown, used, too old, or its session has ended. */
export async function redeemTicket(deps: IdentityDeps, ticket: string): Promise<Viewer | null> {
  const now = deps.clock.now()
  const taken = await takeTicket(deps.db, hashOf(ticket), now)
  if (!taken) return null
  const session = await sessionFacts(deps.db, taken.session_code)
  if (!session || session.revoked_at || session.expires_at <= now) return null
  return viewerOf(session)
}
