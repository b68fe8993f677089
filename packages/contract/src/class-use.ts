import type { Endpoint } from './endpoint.ts'
import type { classLetters, objectLetters } from './rights.ts'
import type { ClassCode } from './session.ts'

/** a access, c create, s select, u update, d delete. */
export type Verb = (typeof classLetters)[number]
export type ObjectVerb = (typeof objectLetters)[number]

/** Class of objects that an endpoint is about, and the operation. */
export interface ClassUse {
  classCode: string
  verb: Verb
}

// the longest match wins
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
  // of classes defined by administrators: the workflow checks the rights of each
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

/** Returns null if an endpoint is about no class: sign-in, the user's own profile, administration. */
export function classUse(row: Pick<Endpoint, 'path'>, body: unknown): ClassUse | null {
  const classCode = classOfPath.find(([start]) => row.path.startsWith(start))?.[1]
  return classCode == null ? null : { classCode, verb: verbOf(row.path, classCode, body) }
}

function verbOf(path: string, classCode: string, body: unknown): Verb {
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (looks.has(last)) return 's'
  if (classCode === 'command') return path === '/command/cancel' ? 'u' : 'c'
  const { id, action } = (body ?? {}) as { id?: unknown; action?: unknown } // validated against its schema
  if (last === 'set' && id === null) return 'c'
  return last === 'action' && action === 'delete' ? 'd' : 'u'
}

/** Rights of a user on classes and single objects, as far as a call needs them. */
export interface ClassAccess {
  /** Without access to the class every other verb is false. */
  may: (classCode: string, verb: Verb) => boolean
  mayObject: (object: { classCode: string; id: string }, verb: ObjectVerb) => boolean
  /** Returns true by the right on the class, or by a rule on at least one object of it. */
  maySome: (classCode: string, verb: ObjectVerb) => boolean
}

/**
 * Returns true if a user may make a call with this body, as far as rights by class and object decide. The
 * server checks it for every call, the console before it offers one.
 */
export function mayUse(access: ClassAccess, { classCode, verb }: ClassUse, body: unknown): boolean {
  if (verb === 'a' || verb === 'c') return access.may(classCode, verb)
  const { id } = (body ?? {}) as { id?: unknown } // validated against its schema
  if (verb === 's' || typeof id !== 'string') return access.maySome(classCode, verb)
  const object = { classCode, id }
  // an object hidden by a rule does not exist for the caller: the handler returns its own refusal
  const isHidden = access.may(classCode, 's') && !access.mayObject(object, 's')
  return isHidden || access.mayObject(object, verb)
}
