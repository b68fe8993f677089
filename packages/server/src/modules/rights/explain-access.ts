import {
  type AnswerOf,
  type accessExplain,
  type BodyOf,
  classLetters,
  methodLetters,
  objectLetters,
  type RightLetter,
} from '@stationmaster/contract'
import type { Refusal } from '../../shared/refusal.ts'
import { clientLimit, type Scope } from '../../shared/scope.ts'
import {
  classesAbove,
  findObjects,
  findPerson,
  methodExists,
  type ObjectFacts,
  subjectNames,
} from './store.ts'
import {
  decideClass,
  decideMethod,
  decideObject,
  type Person,
  type Rule,
  type Rulebook,
  type Verdict,
} from './decide.ts'
import { classNotFound, methodNotFound, objectNotFound, userNotFound, type RightsDeps } from './deps.ts'
import { rulebookOf } from './rule-store.ts'
import { shownSubject } from './rule.ts'

type Body = BodyOf<typeof accessExplain>
type Answer = AnswerOf<typeof accessExplain>
type Explained = Answer['letters'][number]

/** A verdict, or that the object is outside the user's scope. */
type AccessReason = Verdict | 'scope'

/** Explains what a user may do and because of which rule, with the same functions that decide requests. */
export async function explainAccess(deps: RightsDeps, body: Body): Promise<Answer | Refusal> {
  const { db } = deps
  const user = await findPerson(db, body.user)
  if (!user) return userNotFound
  const line = await classesAbove(db, body.class)
  if (line.length === 0) return classNotFound
  if (body.method !== undefined && !(await methodExists(db, line, body.method))) return methodNotFound
  const [object] = body.object === undefined ? [] : await findObjects(db, body.class, [body.object])
  if (body.object !== undefined && !object) return { ...objectNotFound, field: 'object' }

  const isDriver = user.interface_code === 'driver'
  const isGuest = user.is_guest || user.interface_code === 'guest'
  const person: Person = { isAdmin: user.is_admin, isDriver, isGuest, isSoleUser: user.is_sole_user }
  const scope: Scope = {
    accountId: user.account_id,
    userId: user.id,
    clientId: clientLimit(user.is_admin, user.client_id),
    isAdmin: user.is_admin,
    isDriver,
  }
  const sees = !object || (await isInScope(deps, scope, { classCode: body.class, object }))
  const input = { person, book: rulebookOf(user.rules), body, object, isOwn: object?.ownerId === user.id }
  const reasons = decideAll(input).map(
    ([letter, verdict]) => [letter, sees ? verdict : 'scope'] as const satisfies [RightLetter, AccessReason],
  )
  const rules = reasons.flatMap(([, why]) =>
    why !== 'scope' && why.because.kind === 'rule' ? [why.because.rule] : [],
  )
  const names = await namesOf(deps, rules)
  return {
    userid: user.id,
    username: user.username,
    admin: user.is_admin,
    interfacecode: user.interface_code,
    active: user.state === 'active' || user.state === 'open',
    classcode: body.class,
    methodcode: body.method ?? null,
    objectid: object?.id ?? null,
    objectlabel: object?.label ?? null,
    letters: reasons.map(([letter, why]) => explained(letter, why, names)),
  }
}

/** Returns true if the scope includes the object, regardless of rules: by account and by interface. */
const isInScope = async (
  deps: RightsDeps,
  scope: Scope,
  { classCode, object }: { classCode: string; object: ObjectFacts },
) =>
  scope.isAdmin ||
  (object.accountId === scope.accountId && (await deps.isVisible(scope, classCode, object.id)))

interface DecisionInput {
  person: Person
  book: Rulebook
  body: Body
  object: ObjectFacts | undefined
  isOwn: boolean
}

/** Decides the rights on the class, or on one object, and those of a method in addition. */
function decideAll({ person, book, body, object, isOwn }: DecisionInput): [RightLetter, Verdict][] {
  const named = object && { classCode: body.class, id: object.id, isOwn }
  const { class: classCode, method: methodCode } = body
  const decided: [RightLetter, Verdict][] = named
    ? objectLetters.map((verb) => [verb, decideObject(person, book, { object: named, verb })])
    : classLetters.map((verb) => [verb, decideClass(person, book, { classCode, verb })])
  if (methodCode === undefined) return decided
  const method = { classCode, methodCode, object: named }
  for (const letter of methodLetters) decided.push([letter, decideMethod(person, book, { method, letter })])
  return decided
}

type Names = ReadonlyMap<string, ReturnType<typeof shownSubject>>

async function namesOf({ db }: RightsDeps, rules: readonly Rule[]): Promise<Names> {
  const ids = [...new Set(rules.map(({ subjectId }) => subjectId))]
  const rows = ids.length === 0 ? [] : await subjectNames(db, ids)
  return new Map(rows.map((row) => [row.group_id ?? row.user_id ?? '', shownSubject(row)]))
}

function explained(letter: RightLetter, why: AccessReason, names: Names): Explained {
  if (why === 'scope') return { letter, may: false, reason: 'scope', by: null, rule: null }
  const { may, because, by = null } = why
  if (because.kind !== 'rule') return { letter, may, reason: because.kind, by, rule: null }
  const { rule, effect } = because
  // for a group that was deleted a moment ago
  const unknownSubject = { subjecttype: 'group' as const, subjectcode: '', subjectname: '' }
  const subject = names.get(rule.subjectId) ?? { ...unknownSubject, subjectid: rule.subjectId }
  const level = rule.objectId
    ? ('object' as const)
    : rule.methodCode
      ? ('method' as const)
      : ('class' as const)
  const shown = { effect, level, classcode: rule.classCode, fromclass: rule.fromClass ?? null, ...subject }
  return { letter, may, reason: 'rule', by, rule: shown }
}
