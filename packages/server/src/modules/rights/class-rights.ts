import {
  type AnswerOf,
  type BodyOf,
  type classAccessList,
  type classAccessSet,
  classLetters,
} from '@stationmaster/contract'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { classesBelow, classExists, dropObjectRules, findObjects, listRules, type Subject } from './store.ts'
import { classNotFound, type RightsDeps } from './deps.ts'
import { holdSubject, lettersOf, recordRule, ruleHints, shownRule, subjectOf, writeRule } from './rule.ts'

type Shown = AnswerOf<typeof classAccessList>
type Body = BodyOf<typeof classAccessSet>
type Done = Omit<AnswerOf<typeof classAccessSet>, 'rights'>

export async function listClassRights(
  { db }: Pick<RightsDeps, 'db'>,
  { class: code, ...subject }: BodyOf<typeof classAccessList>,
): Promise<Shown> {
  const rows = await listRules(db, 'class', { ...subject, ...(code !== undefined && { classes: [code] }) })
  return rows.map((row) => ({
    classcode: row.class_code,
    fromclass: row.from_class,
    ...shownRule(classLetters, row),
  }))
}

/**
 * Sets what one group or user is allowed and denied with a class, optionally with its subclasses and instead
 * of exceptions for single objects, all or nothing. Returns the rules of the class and what was changed.
 */
export async function setClassRights(
  deps: RightsDeps,
  viewer: Viewer,
  body: Body,
): Promise<AnswerOf<typeof classAccessSet> | Refusal> {
  const subject = subjectOf(body)
  if (isRefusal(subject)) return subject
  const work = async (tx: Tx) => {
    const changed = await change(tx, viewer, { body, named: subject })
    if (!isRefusal(changed)) await deps.bus.publish(tx, ruleHints(subject))
    return changed
  }
  const done = await inTransaction(deps.db, work, { rollsBack: () => body.dryrun === true })
  if (isRefusal(done)) return done
  return { ...done, rights: await listClassRights(deps, { class: body.class }) }
}

async function change(
  tx: Tx,
  viewer: Viewer,
  { body, named }: { body: Body; named: Subject },
): Promise<Done | Refusal> {
  if (!(await classExists(tx, body.class))) return classNotFound
  const subject = await holdSubject(tx, named)
  if (isRefusal(subject)) return subject
  const letters = lettersOf(classLetters, body)
  const affected = body.recursive ? await classesBelow(tx, body.class) : [body.class]
  const classes: string[] = []
  for (const classCode of affected) {
    const place = { classCode, fromClass: classCode === body.class ? null : body.class }
    if (await writeRule(tx, viewer, { place, subject, letters })) classes.push(classCode)
  }
  const objects = body.objectset ? await dropExceptions(tx, viewer, { classes: affected, subject }) : 0
  return { classes, objects }
}

/** Deletes exceptions for single objects, so that the class's rule applies to all objects. */
async function dropExceptions(
  tx: Tx,
  viewer: Viewer,
  { classes, subject }: { classes: readonly string[]; subject: Subject & { name: string } },
): Promise<number> {
  const dropped = await dropObjectRules(tx, classes, subject)
  for (const classCode of new Set(dropped.map((rule) => rule.class_code))) {
    const ofClass = dropped.filter((rule) => rule.class_code === classCode)
    const known = await findObjects(
      tx,
      classCode,
      ofClass.map((rule) => rule.object_id),
    )
    for (const rule of ofClass) {
      const object = known.find(({ id }) => id === rule.object_id)
      const place = { classCode, objectId: rule.object_id }
      await recordRule(tx, viewer, {
        place,
        subject,
        letters: { allowed: '', denied: '' },
        object,
        before: rule,
      })
    }
  }
  return dropped.length
}
