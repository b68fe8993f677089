import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { groupNotFound, userNotFound } from './deps.ts'
import { lockSubject, type Subject } from './store.ts'

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
