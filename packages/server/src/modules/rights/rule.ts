import type { BusEvent } from '../../bus/events.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { groupNotFound, userNotFound } from './deps.ts'
import {
  findRule,
  lockSubject,
  putRule,
  type RightFlags,
  type RulePlace,
  type RuleRow,
  type Subject,
} from './store.ts'

interface Writing {
  place: RulePlace & { fromClass?: string | null }
  subject: Subject & { name: string }
  letters: RightFlags
  /** Account and label of the object, if the rule is about one. */
  object?: { accountId: string; label: string }
}

/** Writes a rule and its audit entry; false if nothing changed. */
export async function writeRule(tx: Tx, viewer: Viewer, writing: Writing): Promise<boolean> {
  const { place, subject, letters } = writing
  const before = await findRule(tx, place, subject)
  if (before.allowed === letters.allowed && before.denied === letters.denied) return false
  await putRule(tx, place, { subject, letters })
  await recordRule(tx, viewer, { ...writing, before })
  return true
}

/** Writes the audit entry of a rule: its subject, its place, before and after. */
export const recordRule = (
  tx: Tx,
  viewer: Viewer,
  { place, subject, letters, object, before }: Writing & { before: RightFlags },
): Promise<void> =>
  recordChange(tx, viewer, {
    accountId: object?.accountId ?? null,
    kind: 'right',
    classCode: place.classCode,
    objectId: place.objectId ?? null,
    label: [object?.label ?? place.methodCode ?? place.classCode, `${subject.kind} ${subject.name}`].join(
      ' · ',
    ),
    action: place.methodCode === undefined ? 'access' : 'method access',
    before: { allow: before.allowed, deny: before.denied },
    after: { allow: letters.allowed, deny: letters.denied },
  })

type Flags<Letter extends string> = Partial<Record<Letter, boolean>>

/** Returns the letters that a body allows and denies, in the order of their list, as stored. */
export function lettersOf<Letter extends string>(
  order: readonly Letter[],
  { allow, deny }: { allow?: Flags<Letter>; deny?: Flags<Letter> },
): RightFlags {
  const set = (flags: Flags<Letter> = {}): string => order.filter((letter) => flags[letter]).join('')
  return { allowed: set(allow), denied: set(deny) }
}

export const isEmpty = ({ allowed, denied }: RightFlags): boolean => allowed + denied === ''

/** Returns each letter of the list with its flag, as shown. */
const flagsOf = <Letter extends string>(order: readonly Letter[], letters: string) =>
  // has all letters as keys
  Object.fromEntries(order.map((letter) => [letter, letters.includes(letter)])) as Record<Letter, boolean>

/** Returns the subject of a rule as all lists of rules show it. */
export const shownSubject = (row: Pick<RuleRow, 'group_id' | 'user_id' | 'code' | 'name'>) => ({
  subjecttype: row.group_id === null ? ('user' as const) : ('group' as const),
  subjectid: row.group_id ?? row.user_id ?? '',
  subjectcode: row.code,
  subjectname: row.name,
})

/** Returns the subject and the flags of a rule as all lists of rules show them. */
export const shownRule = <Letter extends string>(order: readonly Letter[], row: RuleRow) => ({
  ...shownSubject(row),
  allow: flagsOf(order, row.allowed),
  deny: flagsOf(order, row.denied),
})

/** Returns events for running sessions and open connections; a rule of a group may affect every user. */
export const ruleHints = ({ kind, id }: Subject): BusEvent[] => [
  { kind: 'person.changed', user: kind === 'user' ? id : null, rights: true },
]

/** Returns the subject named by a body. */
export function subjectOf({ group, user }: { group?: string; user?: string }): Subject | Refusal {
  if ((group === undefined) === (user === undefined))
    return refuse('rights.group_or_user', { field: 'group' })
  return group === undefined ? { kind: 'user', id: user! } : { kind: 'group', id: group }
}

/** Locks the subject, so that its rules are written one after the other. */
export async function holdSubject(tx: Tx, subject: Subject): Promise<(Subject & { name: string }) | Refusal> {
  const name = await lockSubject(tx, subject)
  if (name === null) return subject.kind === 'group' ? groupNotFound : userNotFound
  return { ...subject, name }
}
