import {
  type AnswerOf,
  type BodyOf,
  type classAccessList,
  type classAccessSet,
  classCodes,
} from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Verb } from '../../shared/scope.ts'
import { queryable } from '../../storage/queryable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { classRights, lockSubject, type RightRow, setClassRight } from './store.ts'

export interface RightsDeps {
  db: Kysely<Database>
  bus: Bus
}

type Shown = AnswerOf<typeof classAccessList>
type Body = BodyOf<typeof classAccessSet>

const verbs: readonly Verb[] = ['a', 'c', 's', 'u', 'd']

const lettersOf = (some: Partial<Record<Verb, boolean>> | undefined): string =>
  verbs.filter((verb) => some?.[verb]).join('')

const verbsOf = (letters: string): Record<Verb, boolean> => ({
  a: letters.includes('a'),
  c: letters.includes('c'),
  s: letters.includes('s'),
  u: letters.includes('u'),
  d: letters.includes('d'),
})

const shownRight = (row: RightRow): Shown[number] => ({
  classcode: row.class_code,
  subjecttype: row.group_id === null ? 'user' : 'group',
  subjectid: row.group_id ?? row.user_id ?? '',
  subjectcode: row.code,
  subjectname: row.name,
  allow: verbsOf(row.allowed),
  deny: verbsOf(row.denied),
})

export const listClassRights = async (
  { db }: RightsDeps,
  only: BodyOf<typeof classAccessList>,
): Promise<Shown> => (await classRights(db, only)).map(shownRight)

const noClass = refuse('not-found', 'There is no such class', 'class')
const noUser = refuse('not-found', 'There is no such person', 'user')
const noGroup = refuse('not-found', 'There is no such group', 'group')

/** Sets what one group or one person is allowed and denied with a class; answers all rules of the class. */
export async function setClassRights(deps: RightsDeps, body: Body): Promise<Shown | Refusal> {
  const { group, user } = body
  if ((group === undefined) === (user === undefined))
    return refuse('invalid', 'Name either a group or a user', 'group')
  if (!classCodes.some((code) => code === body.class)) return noClass
  const no = await inTransaction(deps.db, async (tx) => {
    if (!(await lockSubject(tx, { group, user }))) return user === undefined ? noGroup : noUser
    await setClassRight(tx, {
      class_code: body.class,
      group_id: group ?? null,
      user_id: user ?? null,
      allowed: lettersOf(body.allow),
      denied: lettersOf(body.deny),
    })
    await deps.bus.publish(queryable(tx), [{ kind: 'person.changed', user: user ?? null }])
    return null
  })
  return no ?? listClassRights(deps, { class: body.class })
}
