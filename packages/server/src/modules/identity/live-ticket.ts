import type { Viewer } from '../../shared/scope.ts'
import type { IdentityDeps } from './deps.ts'
import { personOf } from './find-caller.ts'
import { hashOf, newSecret } from './secrets.ts'
import { addressFilterOf } from './networks.ts'
import { activeSessionRows, sessionFacts } from './session-store.ts'
import { insertTicket, takeTicket } from './store.ts'

const ticketMs = 30_000

/** Issues a ticket that opens the live socket once: the token itself must not appear in a URL. */
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

/**
 * Returns the viewer of a ticket; null if it is unknown, used or expired, or if its session has ended or may
 * not be used.
 */
export async function redeemTicket(
  deps: IdentityDeps,
  ticket: string,
  address: string,
): Promise<Viewer | null> {
  const now = deps.clock.now()
  const taken = await takeTicket(deps.db, hashOf(ticket), now)
  if (!taken) return null
  const person = await personOfSession(deps, taken.session_code)
  return person && !person.auth.mustFirst && person.auth.isIpAllowed(address) ? person.viewer : null
}

/** Returns the viewer of a session with current rights; null if the session has ended. */
export const viewerOfSession = async (deps: IdentityDeps, code: string): Promise<Viewer | null> =>
  (await personOfSession(deps, code))?.viewer ?? null

async function personOfSession(deps: IdentityDeps, code: string) {
  const session = await sessionFacts(deps.db, code)
  if (!session || session.revoked_at || session.expires_at <= deps.clock.now()) return null
  return personOf(deps, session)
}

/** Returns the connections whose session is still open and whose address is still allowed. */
export async function activeConnections<Line extends { session: string; address: string }>(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  lines: readonly Line[],
): Promise<Set<Line>> {
  const codes = [...new Set(lines.map(({ session }) => session))]
  const rows = await activeSessionRows(deps.db, codes, deps.clock.now())
  const isIpAllowed = new Map(rows.map((row) => [row.code, addressFilterOf(row.networks ?? [])]))
  return new Set(lines.filter(({ session, address }) => isIpAllowed.get(session)?.(address) ?? false))
}
