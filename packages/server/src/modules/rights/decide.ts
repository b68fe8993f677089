import type { MethodRight, ObjectName, ObjectVerb, Verb } from '../../shared/scope.ts'
import { isOpenByDefault, type Person } from './defaults.ts'

/** What one group or one person is allowed and denied beyond the default; letters. */
export interface Rule {
  classCode: string
  /** The group or the person it is about. */
  subjectId: string
  allowed: string
  denied: string
  /** The class above that it came down from. */
  fromClass?: string | null
  /** Of a rule for one method. */
  methodCode?: string
  /** Of a rule for one object. */
  objectId?: string
}

/** All rules that concern one person: their own and those of their groups. */
export interface Rulebook {
  classes: readonly Rule[]
  methods: readonly Rule[]
  objects: ReadonlyMap<string, readonly Rule[]>
  /** Each class with the one it inherits from; empty where no rule for a method needs them. */
  parents: Readonly<Record<string, string | null>>
}

export function byObject(rules: readonly Rule[]): Map<string, Rule[]> {
  const objects = new Map<string, Rule[]>()
  for (const rule of rules) {
    const id = rule.objectId ?? ''
    objects.set(id, [...(objects.get(id) ?? []), rule])
  }
  return objects
}

/** Why a person may or may not. */
export type Reason =
  | { kind: 'administrator' }
  | { kind: 'owner' }
  | { kind: 'default' }
  | { kind: 'rule'; effect: 'allow' | 'deny'; rule: Rule }

export interface Verdict {
  may: boolean
  because: Reason
  /** The letter that decided, where it is another one than was asked for: without access there is nothing. */
  by?: Verb | MethodRight
}

const unbound: Verdict = { may: true, because: { kind: 'administrator' } }

/** The first rule that denies, or else that allows; a denial of any group wins. */
function ruling(rules: readonly Rule[], letter: string): Verdict | null {
  const denying = rules.find(({ denied }) => denied.includes(letter))
  if (denying) return { may: false, because: { kind: 'rule', effect: 'deny', rule: denying } }
  const allowing = rules.find(({ allowed }) => allowed.includes(letter))
  return allowing ? { may: true, because: { kind: 'rule', effect: 'allow', rule: allowing } } : null
}

/**
 * Whether a person may do this with objects of a class: the default of the interface, and what they or one of their
 * groups are allowed; a denial wins, and without access there is nothing. Administrators are not bound by rules.
 */
export function decideClass(person: Person, book: Rulebook, classCode: string, verb: Verb): Verdict {
  if (person.isAdmin) return unbound
  const rules = book.classes.filter((rule) => rule.classCode === classCode)
  const decide = (letter: Verb): Verdict =>
    ruling(rules, letter) ?? {
      may: isOpenByDefault(person, classCode, letter),
      because: { kind: 'default' },
    }
  const access = decide('a')
  if (verb === 'a') return access
  return access.may ? decide(verb) : { ...access, by: 'a' }
}

/**
 * Whether a person may do this with one object. A denial wins, of the object or of its class; what is allowed for the
 * object goes beyond what its class opens; one that is hidden cannot be changed either. The owner may
 * all of it who has access to the class.
 */
export function decideObject(person: Person, book: Rulebook, object: ObjectName, verb: ObjectVerb): Verdict {
  if (person.isAdmin) return unbound
  const access = decideClass(person, book, object.classCode, 'a')
  if (!access.may) return { ...access, by: 'a' }
  if (object.isOwn) return { may: true, because: { kind: 'owner' } }
  const rules = (book.objects.get(object.id) ?? []).filter(({ classCode }) => classCode === object.classCode)
  const decide = (letter: ObjectVerb): Verdict => {
    const ofClass = decideClass(person, book, object.classCode, letter)
    const ofObject = ruling(rules, letter)
    if (!ofObject) return ofClass
    return ofObject.may && ofClass.because.kind === 'rule' && !ofClass.may ? ofClass : ofObject
  }
  const sight = verb === 's' ? null : ruling(rules, 's')
  return sight && !sight.may ? { ...sight, by: 's' } : decide(verb)
}

/** Without a rule for the method, those may run it who may change (or, to delete, delete) objects of the class. */
const verbOfMethod = (methodCode: string): 'u' | 'd' =>
  methodCode === 'delete' || methodCode === 'drop' ? 'd' : 'u'

/** A method of a class, perhaps on one object. */
export interface MethodName {
  classCode: string
  methodCode: string
  object?: Omit<ObjectName, 'classCode'>
}

/**
 * Whether a person may run a method of a class (x), sees its button (v), and can press it (e, never without x). Rules
 * of an ancestor hold for a class below, unless the same group or person has one nearer by. On an object that is
 * hidden nothing runs; on one's own the class alone decides, so that owners can be kept from deleting what they made.
 */
export function decideMethod(
  person: Person,
  book: Rulebook,
  method: MethodName,
  letter: MethodRight,
): Verdict {
  if (person.isAdmin) return unbound
  const { classCode } = method
  const object = method.object && !method.object.isOwn ? { ...method.object, classCode } : undefined
  const access = object ? decideObject(person, book, object, 's') : decideClass(person, book, classCode, 'a')
  if (!access.may) return { by: object ? 's' : 'a', ...access }
  const rules = nearestRules(book, method)
  const verb = verbOfMethod(method.methodCode)
  const decide = (wanted: MethodRight): Verdict =>
    ruling(rules, wanted) ?? {
      by: verb,
      ...(object ? decideObject(person, book, object, verb) : decideClass(person, book, classCode, verb)),
    }
  if (letter !== 'e') return decide(letter)
  const run = decide('x')
  return run.may ? decide('e') : { by: 'x', ...run }
}

/** The rules for a method, of each group or person only the one that stands nearest to the class. */
function nearestRules({ methods, parents }: Rulebook, { classCode, methodCode }: MethodName): Rule[] {
  const ofMethod = methods.filter((rule) => rule.methodCode === methodCode)
  if (ofMethod.length === 0) return []
  const nearest = new Map<string, Rule>()
  for (const code of lineOf(parents, classCode))
    for (const rule of ofMethod)
      if (rule.classCode === code && !nearest.has(rule.subjectId)) nearest.set(rule.subjectId, rule)
  return [...nearest.values()]
}

/** A class and its ancestors, the nearest first. */
function lineOf(parents: Rulebook['parents'], classCode: string): Set<string> {
  const line = new Set<string>()
  for (let code: string | null | undefined = classCode; code && !line.has(code); code = parents[code])
    line.add(code)
  return line
}
