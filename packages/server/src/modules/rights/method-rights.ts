import {
  type AnswerOf,
  type BodyOf,
  type methodAccessList,
  type methodAccessSet,
  methodLetters,
} from '@stationmaster/contract'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { classesAbove, findRule, listRules, methodExists } from './store.ts'
import { classNotFound, methodNotFound, type RightsDeps } from './deps.ts'
import { holdSubject, isEmpty, lettersOf, ruleHints, shownRule, subjectOf, writeRule } from './rule.ts'

type Shown = AnswerOf<typeof methodAccessList>

/** Method rules of one group or user: each request of a user reads all that apply to them. */
const maxPerSubject = 2_000

/** Returns the rules for methods of a class, including those inherited from its ancestors. */
export async function listMethodRights(
  { db }: Pick<RightsDeps, 'db'>,
  { class: code, method: methodCode, ...subject }: BodyOf<typeof methodAccessList>,
): Promise<Shown | Refusal> {
  const classes = await classesAbove(db, code)
  if (classes.length === 0) return classNotFound
  const rows = await listRules(db, 'method', { ...subject, classes, methodCode })
  return rows.map((row) => ({
    classcode: row.class_code,
    methodcode: row.method_code ?? '',
    ...shownRule(methodLetters, row),
  }))
}

/** Sets what one group or user is allowed and denied with a method; returns all rules for it. */
export async function setMethodRights(
  deps: RightsDeps,
  viewer: Viewer,
  body: BodyOf<typeof methodAccessSet>,
): Promise<Shown | Refusal> {
  const named = subjectOf(body)
  if (isRefusal(named)) return named
  const refusal = await inTransaction(deps.db, async (tx) => {
    const line = await classesAbove(tx, body.class)
    if (line.length === 0) return classNotFound
    if (!(await methodExists(tx, line, body.method))) return methodNotFound
    const subject = await holdSubject(tx, named)
    if (isRefusal(subject)) return subject
    const place = { classCode: body.class, methodCode: body.method }
    const letters = lettersOf(methodLetters, body)
    const isNew = !isEmpty(letters) && isEmpty(await findRule(tx, place, subject))
    const quotaRefusal = isNew
      ? await refuseBeyond(tx, {
          table: 'method_rights',
          owner: { column: subject.kind === 'group' ? 'group_id' : 'user_id', value: subject.id },
          most: maxPerSubject,
          code: 'limit.method_rules',
        })
      : null
    if (quotaRefusal) return quotaRefusal
    if (await writeRule(tx, viewer, { place, subject, letters }))
      await deps.bus.publish(tx, ruleHints(subject))
    return null
  })
  return refusal ?? listMethodRights(deps, { class: body.class, method: body.method })
}
