import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { findRule, type RightFlags, putRule, type RulePlace, type Subject } from './store.ts'

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
  await putRule(tx, place, { subject, rightFlags: letters })
  await recordRule(tx, viewer, { writing, before })
  return true
}

/** Writes the audit entry of a rule: its subject, its place, before and after. */
export const recordRule = (
  tx: Tx,
  viewer: Viewer,
  { writing: { place, subject, letters, object }, before }: { writing: Writing; before: RightFlags },
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
