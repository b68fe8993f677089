import type { AnswerOf, classList, typeList } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { ClassCode, Scope, Verb } from '../../shared/scope.ts'

type Access = Record<Verb, boolean>

const classNames: Record<ClassCode, string> = {
  charge_point: 'Station',
  connector: 'Connector',
  transaction: 'Transaction',
  reservation: 'Reservation',
  card: 'Card',
  account: 'Account',
  command: 'Command',
}

interface TypeRow {
  code: string
  name: string
  description: string | null
}

/** The types of each class. */
export const typesOf: Record<ClassCode, readonly TypeRow[]> = {
  charge_point: [
    { code: 'public', name: 'Public', description: 'Drivers may find and use it' },
    { code: 'private', name: 'Private', description: 'Only for its owner' },
  ],
  connector: [
    { code: 'ac', name: 'AC', description: 'Alternating current' },
    { code: 'dc', name: 'DC', description: 'Direct current' },
  ],
  transaction: [{ code: 'session', name: 'Charging session', description: null }],
  reservation: [{ code: 'connector', name: 'Of a connector', description: null }],
  card: [
    { code: 'rfid', name: 'RFID', description: 'A tag that a station reads' },
    { code: 'credit', name: 'Credit', description: 'A payment card' },
    { code: 'plastic', name: 'Plastic', description: 'A number printed on a card' },
  ],
  account: [
    { code: 'active', name: 'Active', description: null },
    { code: 'passive', name: 'Passive', description: null },
  ],
  command: [{ code: 'ocpp', name: 'OCPP command', description: null }],
}

const nothing: Access = { a: false, c: false, s: false, u: false, d: false }
const look: Access = { a: true, c: false, s: true, u: false, d: false }
const work: Access = { a: true, c: true, s: true, u: true, d: true }
const change: Access = { a: true, c: false, s: true, u: true, d: false }

const operatorMay: Record<ClassCode, Access> = {
  charge_point: work,
  connector: change,
  transaction: change,
  reservation: { ...change, c: true },
  card: work,
  account: look,
  command: { ...look, c: true, u: true },
}
const driverMay: Record<ClassCode, Access> = {
  charge_point: look,
  connector: look,
  transaction: look,
  reservation: look,
  card: look,
  account: nothing,
  command: nothing,
}

/** What one group or person is allowed and denied beyond the default; letters of verbs. */
export interface ClassRule {
  classCode: string
  allowed: string
  denied: string
}
type Person = Pick<Scope, 'isAdmin' | 'isDriver'> & { isGuest: boolean }

const mapAccess = (make: (verb: Verb) => boolean): Access => ({
  a: make('a'),
  c: make('c'),
  s: make('s'),
  u: make('u'),
  d: make('d'),
})

function defaultOf({ isAdmin, isDriver, isGuest }: Person, code: ClassCode): Access {
  if (isAdmin) return code === 'account' ? change : operatorMay[code]
  if (isDriver) return driverMay[code]
  return isGuest ? mapAccess((verb) => look[verb] && operatorMay[code][verb]) : operatorMay[code]
}

/**
 * What a person may do with each class: the default of the interface, and what they or one of their groups are
 * allowed; a denial wins, and without access there is nothing. Administrators are not bound by rules. What only
 * operators may ask for stays closed to drivers, whatever is allowed here.
 */
export function rightsOf(person: Person, rules: readonly ClassRule[]): Record<ClassCode, Access> {
  const codes = Object.keys(classNames) as ClassCode[] // the keys are the codes
  const entries = codes.map((code) => {
    const mine = person.isAdmin ? [] : rules.filter(({ classCode }) => classCode === code)
    const base = defaultOf(person, code)
    const may = mapAccess(
      (verb) =>
        (base[verb] || mine.some(({ allowed }) => allowed.includes(verb))) &&
        !mine.some(({ denied }) => denied.includes(verb)),
    )
    return [code, mapAccess((verb) => may.a && may[verb])] as const
  })
  return Object.fromEntries(entries) as Record<ClassCode, Access> // made of all codes
}

/** The classes with what the caller may do with each. */
export function listClasses(
  rights: Record<ClassCode, Access>,
  fields?: readonly string[],
): AnswerOf<typeof classList> | Refusal {
  const rows = Object.entries(classNames).map(([code, name]) => ({
    id: code,
    code,
    name,
    access: rights[code as ClassCode], // the keys are the codes
  }))
  return pick(rows, fields)
}

/** The types of all classes. */
export function listTypes(fields?: readonly string[]): AnswerOf<typeof typeList> | Refusal {
  const rows = Object.entries(typesOf).flatMap(([classcode, types]) =>
    types.map(({ code, name }) => ({ id: `${code}.${classcode}`, code, name, classcode })),
  )
  return pick(rows, fields)
}

/** The types of one class, as its `/type` answers. */
export function listTypesOf(code: ClassCode, fields?: readonly string[]) {
  return pick(
    typesOf[code].map((type) => ({ id: `${type.code}.${code}`, ...type })),
    fields,
  )
}

/** Rows with the wanted fields only; an unknown one is refused with those there are. */
function pick<Row extends object>(rows: Row[], fields: readonly string[] | undefined): Row[] | Refusal {
  const [first] = rows
  if (!fields || !first) return rows
  const unknown = fields.find((field) => !Object.hasOwn(first, field))
  if (unknown !== undefined) {
    const names = Object.keys(first).join(', ')
    return refuse('invalid', `there is no field "${unknown.slice(0, 60)}"; the fields are ${names}`, 'fields')
  }
  // the caller asked for less than the whole row
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) as Row,
  )
}
