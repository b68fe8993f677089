import type { Rights, Standing } from '../../shared/scope.ts'
import { type Person, type Rulebook, rightsOf, rulebookOf } from '../rights/index.ts'
import type { IdentityDeps } from './deps.ts'
import { welcomesOf } from './networks.ts'
import { demandOf } from './second-factor.ts'
import { personStanding } from './second-factor-store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof personStanding>>>

/** Whether a person in this state may come in: `open` is expected and has not been here yet. */
export const maySignIn = (state: string | null): boolean => state === 'active' || state === 'open'

/** What a person must do before a new session of theirs may do anything else. */
export function mustFirstOf(
  deps: Pick<IdentityDeps, 'totpDemand'>,
  isAdmin: boolean,
  row: Pick<Row, 'must_change_password' | 'has_second_factor'>,
): Standing['mustFirst'] {
  if (row.must_change_password) return 'change_password'
  return demandOf(deps, isAdmin) === 'required' && !row.has_second_factor ? 'enrol_totp' : null
}

/** A person's duties, networks and rights as the door asks for them with each call. */
export async function standingOf(
  deps: IdentityDeps,
  person: Person & { userId: string },
  provenAt: Date,
): Promise<{ standing: Standing; areas: string[] | null; rights: Rights; book: Rulebook } | null> {
  const row = await personStanding(deps.db, person.userId)
  if (!row) return null
  const book = rulebookOf(row.rules)
  const mustFirst = mustFirstOf(deps, person.isAdmin, row)
  const standing = { provenAt, mustFirst, welcomes: welcomesOf(row.networks ?? []) }
  return { standing, areas: row.areas, rights: rightsOf(person, book), book }
}
