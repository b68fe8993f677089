import type { MethodLetter, Verb } from '../../shared/scope.ts'
import { isOpenByDefault, type Person } from './defaults.ts'

/** What one group or one person is allowed and denied beyond the default; letters. */
export interface Rule {
  classCode: string
  /** The group or the person it is about. */
  subjectId: string
  allowed: string
  denied: string
}
export interface MethodRule extends Rule {
  methodCode: string
}

/** All rules that concern one person: their own and those of their groups. */
export interface Rulebook {
  classes: readonly Rule[]
  methods: readonly MethodRule[]
  /** Each class below the class it inherits from. */
  parents: ReadonlyMap<string, string | null>
}

/** Why a person may or may not. */
export type Reason =
  | { kind: 'administrator' }
  | { kind: 'default' }
  | { kind: 'rule'; effect: 'allow' | 'deny'; rule: Rule | MethodRule }

export interface Verdict<Letter extends string = string> {
  may: boolean
  because: Reason
  /** The letter that decided, where it is another one: without access there is nothing. */
  by?: Letter
}

/** A denial wins over everything, any allowance over the default. */
function decideBy(rules: readonly Rule[], letter: string, isOpen: boolean): Verdict {
  const denying = rules.find(({ denied }) => denied.includes(letter))
  if (denying) return { may: false, because: { kind: 'rule', effect: 'deny', rule: denying } }
  const allowing = rules.find(({ allowed }) => allowed.includes(letter))
  if (allowing) return { may: true, because: { kind: 'rule', effect: 'allow', rule: allowing } }
  return { may: isOpen, because: { kind: 'default' } }
}

const unbound: Verdict = { may: true, because: { kind: 'administrator' } }

/**
 * Whether a person may do this with objects of a class: the default of the interface, and what they or one of their
 * groups are allowed; a denial wins, and without access there is nothing. Administrators are not bound by rules.
 */
export function decideClass(person: Person, book: Rulebook, classCode: string, verb: Verb): Verdict {
  if (person.isAdmin) return unbound
  const rules = book.classes.filter((rule) => rule.classCode === classCode)
  const decide = (letter: Verb) => decideBy(rules, letter, isOpenByDefault(person, classCode, letter))
  const access = decide('a')
  if (verb === 'a') return access
  return access.may ? decide(verb) : { ...access, by: 'a' }
}

/** Without a rule for the method, those may run it who may change (or, to delete, delete) objects of the class. */
export const verbOfMethod = (methodCode: string): Verb =>
  methodCode === 'delete' || methodCode === 'drop' ? 'd' : 'u'

/**
 * Whether a person may run a method of a class (x), sees its button (v), and can press it (e, never without x).
 * Rules of an ancestor hold for a class below, unless the same group or person has one nearer by.
 */
export function decideMethod(
  person: Person,
  book: Rulebook,
  method: { classCode: string; methodCode: string },
  letter: MethodLetter,
): Verdict {
  if (person.isAdmin) return unbound
  const access = decideClass(person, book, method.classCode, 'a')
  if (!access.may) return { ...access, by: 'a' }
  const rules = nearestRules(book, method)
  const base = decideClass(person, book, method.classCode, verbOfMethod(method.methodCode))
  const decide = (wanted: MethodLetter): Verdict => {
    const verdict = decideBy(rules, wanted, base.may)
    return verdict.because.kind === 'default' ? { ...base, by: verbOfMethod(method.methodCode) } : verdict
  }
  if (letter !== 'e') return decide(letter)
  const run = decide('x')
  return run.may ? decide('e') : { by: 'x', ...run }
}

/** The rules for a method, of each group or person only the one that stands nearest to the class. */
function nearestRules(
  { methods, parents }: Rulebook,
  { classCode, methodCode }: { classCode: string; methodCode: string },
): MethodRule[] {
  const nearest = new Map<string, MethodRule>()
  if (methods.length === 0) return []
  for (const code of lineOf(parents, classCode))
    for (const rule of methods)
      if (rule.classCode === code && rule.methodCode === methodCode && !nearest.has(rule.subjectId))
        nearest.set(rule.subjectId, rule)
  return [...nearest.values()]
}

/** A class and its ancestors, the nearest first. */
function lineOf(parents: ReadonlyMap<string, string | null>, classCode: string): Set<string> {
  const line = new Set<string>()
  for (let code: string | null | undefined = classCode; code && !line.has(code); code = parents.get(code))
    line.add(code)
  return line
}
