import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { findRule, type RightFlags, putRule, type RulePlace, type Subject } from './store.ts'

interface Writing {
  place: RulePlace & { fromClass?: string | null }
  subject: Subject & { name: string }
  letters: RightFlags
  /** Whose object, where the rule is about one, and what people call it. */
  object?: { accountId: string; label: string }
}

/** Writes a rule and writes down who did; false when it stood there already. */
export async function writeRule(tx: Tx, viewer: Viewer, writing: Writing): Promise<boolean> {
  const { place, subject, letters } = writing
  const before = await findRule(tx, place, subject)
  if (before.allowed === letters.allowed && before.denied === letters.denied) return false
  await putRule(tx, place, subject, letters)
  await recordRule(tx, viewer, writing, before)
  return true
}

/** One row of the journal: whose rule, at which place, before and after. */
export const recordRule = (
  tx: Tx,
  viewer: Viewer,
  { place, subject, letters, object }: Writing,
  before: RightFlags,
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
