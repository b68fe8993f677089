import type { Rights, AuthContext } from '../../shared/scope.ts'
import { type Person, type Rulebook, rightsOf, rulebookOf } from '../rights/index.ts'
import type { IdentityDeps } from './deps.ts'
import { welcomesOf } from './networks.ts'
import { demandOf } from './second-factor.ts'
import { findAuthState } from './second-factor-store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findAuthState>>>

/** Whether a person in this state may come in: `open` is expected and has not been here yet. */
export const maySignIn = (state: string | null): boolean => state === 'active' || state === 'open'

/** What a person must do before a new session of theirs may do anything else. */
export function mustFirstOf(
  deps: Pick<IdentityDeps, 'totpDemand'>,
  isAdmin: boolean,
  row: Pick<Row, 'must_change_password' | 'has_second_factor'>,
): AuthContext['mustFirst'] {
  if (row.must_change_password) return 'change_password'
  return demandOf(deps, isAdmin) === 'required' && !row.has_second_factor ? 'enrol_totp' : null
}

/** A person's duties, networks and rights as the door asks for them with each call. */
export async function authContextOf(
  deps: IdentityDeps,
  person: Person & { userId: string },
  provenAt: Date,
): Promise<{ auth: AuthContext; areas: string[] | null; rights: Rights; book: Rulebook } | null> {
  const row = await findAuthState(deps.db, person.userId)
  if (!row) return null
  const book = rulebookOf(row.rules)
  const mustFirst = mustFirstOf(deps, person.isAdmin, row)
  const auth = { provenAt, mustFirst, isIpAllowed: welcomesOf(row.networks ?? []) }
  return { auth, areas: row.areas, rights: rightsOf(person, book), book }
}
