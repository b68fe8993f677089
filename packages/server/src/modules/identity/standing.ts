import type { Kysely } from 'kysely'
import type { Standing, Viewer } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { type ClassRule, rightsOf } from './classes.ts'
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
  person: Pick<Viewer, 'userId' | 'isAdmin' | 'isDriver'> & { isGuest: boolean },
  provenAt: Date,
): Promise<Standing | null> {
  const row = await personStanding(deps.db, person.userId)
  if (!row) return null
  const rights = rightsOf(person, rulesOf(row))
  return {
    provenAt,
    mustFirst: mustFirstOf(deps, person.isAdmin, row),
    welcomes: welcomesOf(row.networks ?? []),
    may: (classCode, verb) => rights[classCode][verb],
  }
}

const rulesOf = (row: Row): ClassRule[] =>
  (row.rights ?? []).map(({ class_code: classCode, allowed, denied }) => ({ classCode, allowed, denied }))

/** The rules by class that bind a person. */
export async function classRulesOf(db: Kysely<Database>, userId: string): Promise<ClassRule[]> {
  const row = await personStanding(db, userId)
  return row ? rulesOf(row) : []
}
