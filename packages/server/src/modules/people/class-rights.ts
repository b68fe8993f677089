import type { AnswerOf, BodyOf, classAccessList, classAccessSet } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { ClassCode, Verb } from '../../shared/scope.ts'
import { queryable } from '../../storage/queryable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { noGroup, noUser, type PeopleDeps } from './deps.ts'
import { classRights, lockGroup, type RightRow, setClassRight } from './groups-store.ts'
import { lockUser } from './store.ts'

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
  classcode: row.class_code as ClassCode, // only classes of the contract are stored
  subjecttype: row.group_id === null ? 'user' : 'group',
  subjectid: row.group_id ?? row.user_id ?? '',
  subjectcode: row.code,
  subjectname: row.name,
  allow: verbsOf(row.allowed),
  deny: verbsOf(row.denied),
})

export const listClassRights = async (
  { db }: PeopleDeps,
  only: BodyOf<typeof classAccessList>,
): Promise<Shown> => (await classRights(db, only)).map(shownRight)

/** Sets what one group or one person is allowed and denied with a class; answers all rules of the class. */
export async function setClassRights(deps: PeopleDeps, body: Body): Promise<Shown | Refusal> {
  const { group, user } = body
  if ((group === undefined) === (user === undefined))
    return refuse('invalid', 'Name either a group or a user', 'group')
  const no = await inTransaction(deps.db, async (tx) => {
    if (group !== undefined && !(await lockGroup(tx, group))) return { ...noGroup, field: 'group' }
    if (user !== undefined && !(await lockUser(tx, user))) return { ...noUser, field: 'user' }
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
