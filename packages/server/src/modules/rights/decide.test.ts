import { describe, expect, test } from 'vitest'
import type { MethodName, MethodRight, ObjectVerb, Verb } from '../../shared/scope.ts'
import {
  byObject,
  decideClass,
  decideMethod,
  decideObject,
  type Person,
  type Rule,
  type Rulebook,
} from './decide.ts'
import { exceptionsOf, rightsOf } from './rights.ts'

const operator: Person = { isAdmin: false, isDriver: false, isGuest: false }
const people: Record<string, Person> = {
  operator,
  driver: { ...operator, isDriver: true },
  guest: { ...operator, isGuest: true },
  admin: { ...operator, isAdmin: true },
}

/** Parses `card readers +cs -d`: what the group is allowed and denied with the class. */
function rule(text: string, more: Partial<Rule> = {}): Rule {
  const [classCode, subjectId, ...letters] = text.split(' ') as [string, string, ...string[]]
  const of = (sign: string) => letters.find((part) => part.startsWith(sign))?.slice(1) ?? ''
  return { classCode, subjectId, allowed: of('+'), denied: of('-'), ...more }
}
const book = (parts: Partial<Rulebook> & { ofObjects?: Rule[] } = {}): Rulebook => ({
  classes: [],
  methods: [],
  parents: { pump: 'device', device: 'object', object: null },
  ...parts,
  objects: byObject(parts.ofObjects ?? []),
})

describe('class', () => {
  test.each<[string, string, string[], string]>([
    // interface, class, rules, resulting rights
    ['operator', 'card', [], 'acsud'],
    ['driver', 'card', [], 'acsu'],
    ['guest', 'card', [], 'as'],
    ['operator', 'pump', [], ''],
    ['admin', 'pump', ['pump admins -acsud'], 'acsud'],
    ['operator', 'pump', ['pump readers +as'], 'as'],
    // rules of groups are combined
    ['operator', 'pump', ['pump readers +as', 'pump writers +acu'], 'acsu'],
    // a denial of any group overrides the default and what others allow
    ['operator', 'card', ['card readers -d'], 'acsu'],
    ['operator', 'pump', ['pump readers +asu', 'pump writers -u'], 'as'],
    ['operator', 'pump', ['pump readers +as -s'], 'a'],
    // without access nothing is allowed
    ['operator', 'card', ['card readers -a'], ''],
    ['operator', 'pump', ['pump readers +csud'], ''],
    // rules of another class have no effect
    ['operator', 'card', ['pump readers -acsud'], 'acsud'],
  ])('%s with %s and %j may "%s"', (who, classCode, rules, expected) => {
    const known = book({ classes: rules.map((text) => rule(text)) })
    const verbs: Verb[] = ['a', 'c', 's', 'u', 'd']
    const may = verbs.filter((verb) => decideClass(people[who]!, known, { classCode, verb }).may)
    expect(may.join('')).toBe(expected)
  })

  test('reports which rule decided, and that nothing is allowed without access', () => {
    const deny = rule('card readers -a')
    const known = book({ classes: [rule('card writers +a'), deny] })
    expect(decideClass(operator, known, { classCode: 'card', verb: 'u' })).toEqual({
      may: false,
      because: { kind: 'rule', effect: 'deny', rule: deny },
      by: 'a',
    })
    expect(decideClass(operator, book(), { classCode: 'card', verb: 'u' }).because).toEqual({
      kind: 'default',
    })
    expect(decideClass(people['admin']!, known, { classCode: 'card', verb: 'u' }).because).toEqual({
      kind: 'administrator',
    })
  })
})

const exceptions = (parts: Parameters<typeof book>[0], classCode: string) => {
  const known = book(parts)
  return exceptionsOf(rightsOf(operator, known), known).exceptions?.(classCode)
}

describe('single object', () => {
  test.each<[string, string[], string[], boolean, string]>([
    // class, rules of the class, rules of the object, is it the user's own, resulting rights
    ['card', [], [], false, 'sud'],
    ['card', [], ['card g -u'], false, 'sd'],
    ['card', [], ['card g -s'], false, ''],
    ['card', [], ['card g -u', 'card h +u'], false, 'sd'],
    // an object cannot allow what the class denies
    ['card', ['card g -u'], ['card g +u'], false, 'sd'],
    // an object can allow what the class does not allow by default
    ['pump', ['pump g +a'], ['pump g +s'], false, 's'],
    ['pump', ['pump g +a'], ['pump g +su'], false, 'su'],
    ['pump', [], ['pump g +sud'], false, ''],
    // the owner has all rights, given access to the class
    ['pump', ['pump g +a'], [], true, 'sud'],
    ['pump', ['pump g +a'], ['pump g -sud'], true, 'sud'],
    ['pump', [], [], true, ''],
  ])('of %s with %j and %j, own: %j, may "%s"', (classCode, ofClass, ofObject, isOwn, expected) => {
    const known = book({
      classes: ofClass.map((text) => rule(text)),
      ofObjects: ofObject.map((text) => rule(text, { objectId: 'one' })),
    })
    const verbs: ObjectVerb[] = ['s', 'u', 'd']
    const object = { classCode, id: 'one', isOwn }
    expect(verbs.filter((verb) => decideObject(operator, known, { object, verb }).may).join('')).toBe(
      expected,
    )
  })

  test('is an exception for queries only if a rule names it', () => {
    const hidden = [rule('card g -s', { objectId: 'one' }), rule('card g -u', { objectId: 'two' })]
    expect(exceptions({}, 'card')).toBeUndefined()
    expect(exceptions({ ofObjects: hidden }, 'card')).toEqual({ kind: 'all-but', ids: ['one'] })
    expect(exceptions({ ofObjects: hidden }, 'connector')).toBeNull()
    const shown = [rule('pump g +s', { objectId: 'one' })]
    expect(exceptions({ ofObjects: shown, classes: [rule('pump g +a')] }, 'pump')).toEqual({
      kind: 'only',
      ids: ['one'],
    })
    expect(exceptions({ ofObjects: shown }, 'pump')).toEqual({ kind: 'only', ids: [] })
  })
})

describe('method', () => {
  const start = { classCode: 'pump', methodCode: 'start' }
  const open = [rule('pump g +asud')]
  const ofMethod = (text: string, methodCode = 'start') => rule(text, { methodCode })
  const may = (known: Rulebook, method: MethodName = start) =>
    (['x', 'v', 'e'] as MethodRight[])
      .filter((letter) => decideMethod(operator, known, { method, letter }).may)
      .join('')

  test.each<[string, Rule[], Rule[], string]>([
    ['without a rule, who may change objects', open, [], 'xve'],
    ['without a rule, nobody else', [rule('pump g +as')], [], ''],
    ['an allowance goes beyond that', [rule('pump g +as')], [ofMethod('pump g +xve')], 'xve'],
    ['a denial wins over other groups', open, [ofMethod('pump g +x'), ofMethod('pump h -x')], 'v'],
    ['a button is not pressed that runs nothing', open, [ofMethod('pump g -x')], 'v'],
    ['a button may be hidden', open, [ofMethod('pump g -v')], 'xe'],
    ['another method is of no concern', open, [ofMethod('pump g -xve', 'stop')], 'xve'],
    ['a rule of a class above holds', open, [ofMethod('device g -x')], 'v'],
    [
      'unless the same group has one nearer by',
      open,
      [ofMethod('object g -x'), ofMethod('pump g +x')],
      'xve',
    ],
    ['of another group it stays', open, [ofMethod('object h -x'), ofMethod('pump g +x')], 'v'],
    ['without access to the class nothing runs', [], [ofMethod('pump g +xve')], ''],
  ])('%s', (_name, classes, methods, expected) => {
    expect(may(book({ classes, methods }))).toBe(expected)
  })

  test('that deletes requires the right to delete', () => {
    const known = book({ classes: [rule('pump g +asu')] })
    expect(may(known)).toBe('xve')
    expect(may(known, { classCode: 'pump', methodCode: 'delete' })).toBe('')
  })

  test('of one object requires the rights on that object', () => {
    const known = book({
      classes: open,
      ofObjects: [rule('pump g -u', { objectId: 'one' }), rule('pump g -s', { objectId: 'two' })],
      methods: [ofMethod('pump g +x', 'stop')],
    })
    expect(may(known, { ...start, object: { id: 'one' } })).toBe('')
    expect(may(known, { classCode: 'pump', methodCode: 'stop', object: { id: 'one' } })).toBe('x')
    expect(may(known, { classCode: 'pump', methodCode: 'stop', object: { id: 'two' } })).toBe('')
    expect(may(known, { ...start, object: { id: 'three' } })).toBe('xve')
    // for the user's own objects the class decides
    expect(may(known, { ...start, object: { id: 'one', isOwn: true } })).toBe('xve')
  })

  test('is allowed to administrators whatever the rules', () => {
    const known = book({ methods: [ofMethod('pump g -xve')] })
    expect(decideMethod(people['admin']!, known, { method: start, letter: 'x' }).may).toBe(true)
  })
})
