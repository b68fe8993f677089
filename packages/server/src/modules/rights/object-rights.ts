import {
  type AnswerOf,
  type BodyOf,
  type objectAccessList,
  type objectAccessSet,
  objectLetters,
} from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { classExists, countOtherObjects, findObjects, listRules } from './store.ts'
import { classNotFound, objectNotFound, type RightsDeps } from './deps.ts'
import { holdSubject, isEmpty, lettersOf, ruleHints, shownRule, subjectOf, writeRule } from './rule.ts'

type Shown = AnswerOf<typeof objectAccessList>

/** Object rules of one group or user, which are cached per user; for more objects use a class or an account. */
const maxPerSubject = 2_000
const tooMany = refuse('rights.too_many_objects', { limit: maxPerSubject })

export async function listObjectRights(
  { db }: Pick<RightsDeps, 'db'>,
  { class: classCode, id: objectId, ...subject }: BodyOf<typeof objectAccessList>,
): Promise<Shown | Refusal> {
  if (!(await classExists(db, classCode))) return classNotFound
  const rows = await listRules(db, 'object', { ...subject, classes: [classCode], objectId })
  const ids = objectId === undefined ? [...new Set(rows.map((row) => row.object_id ?? ''))] : [objectId]
  const labels = new Map((await findObjects(db, classCode, ids)).map(({ id, label }) => [id, label]))
  if (objectId !== undefined && !labels.has(objectId)) return objectNotFound
  return rows.map((row) => ({
    objectid: row.object_id ?? '',
    classcode: row.class_code,
    objectlabel: labels.get(row.object_id ?? '') ?? null,
    ...shownRule(objectLetters, row),
  }))
}

/** Sets what one group or user is allowed and denied with one object; returns all rules for it. */
export async function setObjectRights(
  deps: RightsDeps,
  viewer: Viewer,
  body: BodyOf<typeof objectAccessSet>,
): Promise<Shown | Refusal> {
  const named = subjectOf(body)
  if (isRefusal(named)) return named
  const { class: classCode, id: objectId } = body
  const refusal = await inTransaction(deps.db, async (tx) => {
    if (!(await classExists(tx, classCode))) return classNotFound
    const [object] = await findObjects(tx, classCode, [objectId])
    if (!object) return objectNotFound
    const subject = await holdSubject(tx, named)
    if (isRefusal(subject)) return subject
    const letters = lettersOf(objectLetters, body)
    if (!isEmpty(letters) && (await countOtherObjects(tx, subject, objectId)) >= maxPerSubject) return tooMany
    if (await writeRule(tx, viewer, { place: { classCode, objectId }, subject, letters, object }))
      await deps.bus.publish(tx, ruleHints(subject))
    return null
  })
  return refusal ?? listObjectRights(deps, { class: classCode, id: objectId })
}
