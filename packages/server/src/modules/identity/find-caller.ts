import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { AuthContext, Viewer } from '../../shared/scope.ts'
import type { IdentityDeps } from './deps.ts'
import { sessionFacts, touchSession } from './session-store.ts'
import { exceptionsOf } from '../rights/index.ts'
import { maySignIn, authContextOf } from './auth-context.ts'
import { lifetimes } from './tokens.ts'

type Found = { kind: 'person'; viewer: Viewer; auth: AuthContext } | { kind: 'machine'; session: string }
type Facts = NonNullable<Awaited<ReturnType<typeof sessionFacts>>>

const touchMs = 60_000
const ended = refuse('session.ended')

/** Returns the caller of a token. Its signature, its session row and its user must all be valid. */
export async function findCaller(deps: IdentityDeps, token: string): Promise<Found | Refusal> {
  const claims = await deps.keys.check(token)
  if (isRefusal(claims)) return claims
  const session = await sessionFacts(deps.db, claims.session)
  const now = deps.clock.now()
  if (!session || session.revoked_at || session.client_id !== claims.clientId) return ended
  if (session.expires_at <= now) return ended
  if (isReplaced(session, claims.tokenNo, now)) return ended
  await touchRecent(deps, session)
  if (session.user_id === null) return { kind: 'machine', session: session.code }
  return (await personOf(deps, session)) ?? ended
}

/** Stores the time of last use of a session, at most once a minute. */
export async function touchRecent(
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  session: Pick<Facts, 'code' | 'last_used_at'>,
): Promise<void> {
  const now = clock.now()
  if (now.getTime() - session.last_used_at.getTime() > touchMs) await touchSession(db, session.code, now)
}

/** Returns the user of a session with their rights, or null if they may no longer sign in. */
export async function personOf(
  deps: IdentityDeps,
  session: Facts,
): Promise<{ kind: 'person'; viewer: Viewer; auth: AuthContext } | null> {
  const facts = viewerOf(session)
  if (!facts) return null
  const isGuest = (session.is_guest ?? false) || session.interface_code === 'guest'
  const found = await authContextOf(deps, { ...facts, isGuest }, session.proven_at)
  if (!found) return null
  const { auth, areas, rights, book } = found
  return { kind: 'person', viewer: { ...facts, rights, areas, ...exceptionsOf(rights, book) }, auth }
}

/** Returns true if a newer token replaced this one and the minute allowed for requests in progress is over. */
const isReplaced = (session: Facts, tokenNo: number, now: Date): boolean =>
  tokenNo < session.token_no - 1 ||
  (tokenNo < session.token_no && now.getTime() - session.token_changed_at.getTime() > lifetimes.replaced)

function viewerOf(session: Facts): Omit<Viewer, 'rights'> | null {
  if (session.user_id === null || session.account_id === null) return null
  if (!maySignIn(session.state)) return null
  return {
    accountId: session.account_id,
    userId: session.user_id,
    isAdmin: session.is_admin ?? false,
    isDriver: session.interface_code === 'driver',
    session: session.code,
    username: session.username ?? '',
    locale: session.locale ?? 'en',
  }
}
