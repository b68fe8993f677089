import type { Rights, Standing } from '../../shared/scope.ts'
import { type Person, rightsOf } from '../rights/index.ts'
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
): Promise<{ standing: Standing; rights: Rights } | null> {
  const row = await personStanding(deps.db, person.userId)
  if (!row) return null
  const classes = (row.rights ?? []).map(({ class_code: classCode, subject_id: subjectId, ...letters }) => ({
    classCode,
    subjectId,
    ...letters,
  }))
  return {
    standing: {
      provenAt,
      mustFirst: mustFirstOf(deps, person.isAdmin, row),
      welcomes: welcomesOf(row.networks ?? []),
    },
    rights: rightsOf(person, { classes, methods: [], parents: new Map() }),
  }
}
