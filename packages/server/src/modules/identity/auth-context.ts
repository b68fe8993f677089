import type { Rights, AuthContext } from '../../shared/scope.ts'
import { type Person, type Rulebook, rightsOf, rulebookOf } from '../rights/index.ts'
import type { IdentityDeps } from './deps.ts'
import { addressFilterOf } from './networks.ts'
import { demandOf } from './second-factor.ts'
import { findAuthState } from './second-factor-store.ts'

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
export async function authContextOf(
  deps: IdentityDeps,
  person: Person & { userId: string },
  provenAt: Date,
): Promise<{ auth: AuthContext; areas: string[] | null; rights: Rights; book: Rulebook } | null> {
  const row = await findAuthState(deps.db, person.userId)
  if (!row) return null
  const book = rulebookOf(row.rules)
  const mustFirst = mustFirstOf(deps, person.isAdmin, row)
  const auth = { provenAt, mustFirst, isIpAllowed: addressFilterOf(row.networks ?? []) }
  return { auth, areas: row.areas, rights: rightsOf(person, book), book }
}
