import type { ClassCode, Endpoint } from '@stationmaster/contract'
import type { Verb } from '../shared/scope.ts'

/** The class of objects that an endpoint is about, and what it does with them. */
export interface ClassUse {
  classCode: string
  verb: Verb
}

// the longest that fits wins
const classOfPath: readonly (readonly [string, ClassCode | null])[] = [
  ['/charge_point/transaction/', 'transaction'],
  ['/charge_point/quarantine/', 'transaction'],
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
