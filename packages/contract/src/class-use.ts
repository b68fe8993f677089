import type { Endpoint } from './endpoint.ts'
import type { classLetters, objectLetters } from './rights.ts'
import type { ClassCode } from './session.ts'

/** a access, c create, s select, u update, d delete. */
export type Verb = (typeof classLetters)[number]
export type ObjectVerb = (typeof objectLetters)[number]

/** The class of objects that an endpoint is about, and what it does with them. */
export interface ClassUse {
  classCode: string
  verb: Verb
}

// the longest that fits wins
const classOfPath: readonly (readonly [string, ClassCode | null])[] = [
  ['/charge_point/transaction/', 'transaction'],
  ['/charge_point/unmatched/', 'transaction'],
  ['/charge_point/reservation/', 'reservation'],
  ['/charge_point/', 'charge_point'],
  ['/CentralSystem/TransactionList', 'transaction'],
  ['/CentralSystem/ReservationList', 'reservation'],
  ['/ChargePointList', 'charge_point'],
  ['/connection_attempt/', 'charge_point'],
  ['/ChargePoint/', 'command'],
  ['/connector/remote/', 'command'],
  ['/connector/reserve/', 'command'],
  ['/connector/', 'connector'],
  ['/meter_value/', 'transaction'],
  ['/card/', 'card'],
  ['/local_list/', 'card'],
  ['/command/', 'command'],
  ['/charging_profile/', 'command'],
  ['/transfer/', 'command'],
  ['/ocpp/log/', 'charge_point'],
  // of classes that administrators made: the workflow asks for the rights of each
  ['/object/list', null],
  ['/object/count', null],
  ['/object/get', null],
  ['/object/set', null],
  ['/object/method', null],
  ['/object/', 'charge_point'],
  ['/account/', 'account'],
  ['/transaction/', 'transaction'],
  ['/reservation/', 'reservation'],
]

const looks = new Set([
  'list',
  'count',
  'get',
  'sum',
  'states',
  'map',
  'cells',
  'type',
  'link',
  'series',
  'own',
  'geolocation',
  'file',
  'method',
  'ChargePointList',
  'TransactionList',
  'ReservationList',
])

/** Null where an endpoint is about no class: signing in, one's own profile, what administrators do. */
export function classUse(row: Pick<Endpoint, 'path'>, body: unknown): ClassUse | null {
  const classCode = classOfPath.find(([start]) => row.path.startsWith(start))?.[1]
  return classCode == null ? null : { classCode, verb: verbOf(row.path, classCode, body) }
}

function verbOf(path: string, classCode: string, body: unknown): Verb {
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (looks.has(last)) return 's'
  if (classCode === 'command') return path === '/command/cancel' ? 'u' : 'c'
  const { id, action } = (body ?? {}) as { id?: unknown; action?: unknown } // held against its schema
  if (last === 'set' && id === null) return 'c'
  return last === 'action' && action === 'delete' ? 'd' : 'u'
}

/** What a person may do with classes and with single objects of them, as far as a call asks for it. */
export interface ClassAccess {
  /** Without access to the class every other verb is false. */
  may: (classCode: string, verb: Verb) => boolean
  mayObject: (object: { classCode: string; id: string }, verb: ObjectVerb) => boolean
  /** With the class, or by a rule for a single object with at least one of it. */
  maySome: (classCode: string, verb: ObjectVerb) => boolean
}

/**
 * Returns whether a person may make a call with this body, as far as rights by class and object decide. The server
 * asks it of every call, the console before it offers one.
 */
export function mayUse(access: ClassAccess, { classCode, verb }: ClassUse, body: unknown): boolean {
  if (verb === 'a' || verb === 'c') return access.may(classCode, verb)
  const { id } = (body ?? {}) as { id?: unknown } // held against its schema
  if (verb === 's' || typeof id !== 'string') return access.maySome(classCode, verb)
  const object = { classCode, id }
  // what a rule hides does not exist for the caller: the handler answers so, in its own words
  const isHidden = access.may(classCode, 's') && !access.mayObject(object, 's')
  return isHidden || access.mayObject(object, verb)
}
