import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { type AuthContext, clientLimit, type Rights, type Viewer } from '../../shared/scope.ts'
import { exceptionsOf, type Person, rightsOf, type Rulebook, rulebookOf } from '../rights/index.ts'
import type { IdentityDeps } from './deps.ts'
import { addressFilterOf } from './networks.ts'
import { findAuthState } from './second-factor-store.ts'
import { demandOf } from './second-factor.ts'
import { sessionFacts, touchSession } from './session-store.ts'
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
    clientId: clientLimit(session.is_admin, session.viewer_client_id),
    isAdmin: session.is_admin ?? false,
    isDriver: session.interface_code === 'driver',
    session: session.code,
    username: session.username ?? '',
    locale: session.locale ?? 'en',
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof findAuthState>>>

/** Returns true if a user in this state may sign in: `open` means invited and not yet signed in. */
export const maySignIn = (state: string | null): boolean => state === 'active' || state === 'open'

/** Returns the step that a user must complete before a new login session may be used for anything else. */
export function mustFirstOf(
  deps: Pick<IdentityDeps, 'totpDemand'>,
  isAdmin: boolean,
  row: Pick<Row, 'must_change_password' | 'has_second_factor'>,
): AuthContext['mustFirst'] {
  if (row.must_change_password) return 'change_password'
  return demandOf(deps, isAdmin) === 'required' && !row.has_second_factor ? 'enrol_totp' : null
}

/** Returns required steps, allowed networks and rights of a user, which every request checks. */
async function authContextOf(
  deps: IdentityDeps,
  person: Person & { userId: string },
  provenAt: Date,
): Promise<{ auth: AuthContext; areas: string[] | null; rights: Rights; book: Rulebook } | null> {
  const row = await findAuthState(deps.db, person.userId)
  if (!row) return null
  const book = rulebookOf(row.rules)
  const mustFirst = mustFirstOf(deps, person.isAdmin, row)
  const auth = { provenAt, mustFirst, isIpAllowed: addressFilterOf(row.networks ?? []) }
  return { auth, areas: row.areas, rights: rightsOf({ ...person, isSoleUser: row.is_sole_user }, book), book }
}
