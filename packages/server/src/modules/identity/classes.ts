import type { AnswerOf, ClassCode, classList, typeList } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Rights } from '../../shared/scope.ts'

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

/** The classes with what the caller may do with each. */
export function listClasses(
  { may }: Rights,
  fields?: readonly string[],
): AnswerOf<typeof classList> | Refusal {
  const rows = Object.entries(classNames).map(([code, name]) => ({
    id: code,
    code,
    name,
    access: { a: may(code, 'a'), c: may(code, 'c'), s: may(code, 's'), u: may(code, 'u'), d: may(code, 'd') },
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
