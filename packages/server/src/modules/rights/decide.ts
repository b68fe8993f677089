import type { ClassCode } from '@stationmaster/contract'
import type { MethodName, MethodRight, ObjectName, ObjectVerb, Verb } from '../../shared/scope.ts'

/** What one group or user is allowed and denied beyond the default; letters. */
export interface Rule {
  classCode: string
  /** Group or user that the rule is about. */
  subjectId: string
  allowed: string
  denied: string
  /** Class from which it is inherited. */
  fromClass?: string | null
  /** Set in a rule for one method. */
  methodCode?: string
  /** Set in a rule for one object. */
  objectId?: string
}

/** All rules that apply to one user: their own and those of their groups. */
export interface Rulebook {
  classes: readonly Rule[]
  methods: readonly Rule[]
  objects: ReadonlyMap<string, readonly Rule[]>
  /** Parent of each class; empty if no rule for a method needs them. */
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

/** Reason of a decision. */
export type Reason =
  | { kind: 'administrator' }
  | { kind: 'owner' }
  | { kind: 'default' }
  | { kind: 'rule'; effect: 'allow' | 'deny'; rule: Rule }

export interface Verdict {
  may: boolean
  because: Reason
  /** Letter that decided, if it differs from the requested one: without access nothing is allowed. */
  by?: Verb | MethodRight
}

const unbound: Verdict = { may: true, because: { kind: 'administrator' } }

/** Returns the first rule that denies, or else that allows; a denial of any group wins. */
function ruling(rules: readonly Rule[], letter: string): Verdict | null {
  const denying = rules.find(({ denied }) => denied.includes(letter))
  if (denying) return { may: false, because: { kind: 'rule', effect: 'deny', rule: denying } }
  const allowing = rules.find(({ allowed }) => allowed.includes(letter))
  return allowing ? { may: true, because: { kind: 'rule', effect: 'allow', rule: allowing } } : null
}

/**
 * Decides if a user may do this with objects of a class: the default of the interface, and what they or one
 * of their groups are allowed; a denial wins, and without access nothing is allowed. Administrators are not
 * bound by rules.
 */
export function decideClass(
  person: Person,
  book: Rulebook,
  { classCode, verb }: { classCode: string; verb: Verb },
): Verdict {
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
 * Decides if a user may do this with one object. A denial of the object or its class wins; what the object
 * allows extends what its class allows; a hidden object cannot be changed either. An owner with access to the
 * class may do everything.
 */
export function decideObject(
  person: Person,
  book: Rulebook,
  { object, verb }: { object: ObjectName; verb: ObjectVerb },
): Verdict {
  if (person.isAdmin) return unbound
  const access = decideClass(person, book, { classCode: object.classCode, verb: 'a' })
  if (!access.may) return { ...access, by: 'a' }
  if (object.isOwn) return { may: true, because: { kind: 'owner' } }
  const rules = (book.objects.get(object.id) ?? []).filter(({ classCode }) => classCode === object.classCode)
  const decide = (letter: ObjectVerb): Verdict => {
    const ofClass = decideClass(person, book, { classCode: object.classCode, verb: letter })
    const ofObject = ruling(rules, letter)
    if (!ofObject) return ofClass
    return ofObject.may && ofClass.because.kind === 'rule' && !ofClass.may ? ofClass : ofObject
  }
  const selectRule = verb === 's' ? null : ruling(rules, 's')
  return selectRule && !selectRule.may ? { ...selectRule, by: 's' } : decide(verb)
}

/**
 * Returns the right on the class that a method requires if it has no rule: delete for methods that delete,
 * otherwise update.
 */
const verbOfMethod = (methodCode: string): 'u' | 'd' =>
  methodCode === 'delete' || methodCode === 'drop' ? 'd' : 'u'

/**
 * Decides if a user may run a method of a class (x), sees its button (v), and can press it (e, never without
 * x). Rules of an ancestor apply to subclasses, unless the same group or user has a nearer one. On a hidden
 * object no method runs; on the user's own object only the class decides, so that owners can be kept from
 * deleting what they created.
 */
export function decideMethod(
  person: Person,
  book: Rulebook,
  { method, letter }: { method: MethodName; letter: MethodRight },
): Verdict {
  if (person.isAdmin) return unbound
  const { classCode } = method
  const object = method.object && !method.object.isOwn ? { ...method.object, classCode } : undefined
  const access = object
    ? decideObject(person, book, { object, verb: 's' })
    : decideClass(person, book, { classCode, verb: 'a' })
  if (!access.may) return { by: object ? 's' : 'a', ...access }
  const rules = nearestRules(book, method)
  const verb = verbOfMethod(method.methodCode)
  const decide = (right: MethodRight): Verdict =>
    ruling(rules, right) ?? {
      by: verb,
      ...(object
        ? decideObject(person, book, { object, verb })
        : decideClass(person, book, { classCode, verb })),
    }
  if (letter !== 'e') return decide(letter)
  const run = decide('x')
  return run.may ? decide('e') : { by: 'x', ...run }
}

/** Returns the rules for a method, of each group or user only the one nearest to the class. */
function nearestRules({ methods, parents }: Rulebook, { classCode, methodCode }: MethodName): Rule[] {
  const ofMethod = methods.filter((rule) => rule.methodCode === methodCode)
  if (ofMethod.length === 0) return []
  const nearest = new Map<string, Rule>()
  for (const code of lineOf(parents, classCode))
    for (const rule of ofMethod)
      if (rule.classCode === code && !nearest.has(rule.subjectId)) nearest.set(rule.subjectId, rule)
  return [...nearest.values()]
}

/** Returns a class and its ancestors, the nearest first. */
function lineOf(parents: Rulebook['parents'], classCode: string): Set<string> {
  const line = new Set<string>()
  for (let code: string | null | undefined = classCode; code && !line.has(code); code = parents[code])
    line.add(code)
  return line
}

/** Properties of a user that determine the defaults. */
export interface Person {
  isAdmin: boolean
  isDriver: boolean
  isGuest: boolean
  /** True for a driver who is the only user of a client and owns all its cards; absent: false. */
  isSoleUser?: boolean
}

const readOnly = 'as'
const change = 'asu'
const work = 'acsud'

const operatorMay: Record<ClassCode, string> = {
  charge_point: work,
  connector: change,
  transaction: change,
  reservation: 'acsu',
  card: work,
  // limits and corrections of clients; others are for administrators
  account: change,
  command: 'acsu',
  client: work,
  site: work,
  car: work,
  incident: change,
  access_rule: work,
  seller: work,
  // created from charges; methods change them
  invoice: 'acsu',
  // created by requests and recorded transfers; methods change them
  payment: 'acsu',
  charge: change,
  order: readOnly,
  tariff: work,
  client_group: work,
}
const driverMay: Record<ClassCode, string> = {
  charge_point: readOnly,
  connector: readOnly,
  transaction: readOnly,
  reservation: readOnly,
  // their own ones
  card: 'acsu',
  account: '',
  command: '',
  client: '',
  site: '',
  // their own ones
  car: work,
  incident: '',
  access_rule: '',
  seller: '',
  invoice: '',
  payment: '',
  charge: readOnly,
  order: '',
  tariff: '',
  client_group: '',
}

/** The money of a client, for a driver who is its only user. */
const soleUserMay: Partial<Record<string, string>> = { account: readOnly, invoice: readOnly, payment: 'acs' }

/**
 * Returns true if the interface allows it without any rule; nothing is allowed by default for classes added
 * by administrators.
 */
function isOpenByDefault(
  { isDriver, isGuest, isSoleUser = false }: Person,
  classCode: string,
  verb: Verb,
): boolean {
  const table: Partial<Record<string, string>> = isDriver ? driverMay : operatorMay
  const letters = (isDriver && isSoleUser && soleUserMay[classCode]) || (table[classCode] ?? '')
  return letters.includes(verb) && (isDriver || !isGuest || readOnly.includes(verb))
}
