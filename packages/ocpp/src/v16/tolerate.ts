import type { Deviation } from '../deviation.ts'
import { schemas } from '../generated/v16/schemas.js'
import type { V16 } from '../generated/v16/types.ts'
import { validators } from '../generated/v16/validators.js'
import { nameMeant } from '../folded-name.ts'
import { isInt32 } from '../integers.ts'
import { readLeniently, type StandIns } from '../lenient-reading.ts'
import type { Side } from '../message.ts'
import type { SchemaProblem } from '../schema-problem.ts'
import type { Action16 } from './messages.ts'

/**
 * A payload as it was meant. `value` has every required field, but its texts are the station's: a word the
 * standard does not know stays what it is (`unknown-word`), a time may lack its zone (`readStationTime` reads
 * it), and a stand-in was put where `missing` or `unreadable` names a required field. Whole numbers have 32 bit,
 * meters 53; `rawNumber` has the digits of what was beyond.
 */
export type Tolerated16<Payload> =
  | { understood: true; value: Payload; deviations: readonly Deviation[] }
  | { understood: false; problems: readonly SchemaProblem[] }

const sampledValues = (list: string): StandIns => ({
  [`${list}/*/timestamp`]: '',
  [`${list}/*/sampledValue`]: [],
  [`${list}/*/sampledValue/*/value`]: '',
})

/**
 * OCPP 1.6, 4.7, 4.8 and 4.10: nothing that is said about energy may be refused for its form. A stand-in of -1 is
 * a transaction nobody has; an empty time is none, so the time of receipt counts; a meter that was not told
 * reads 0, and its deviation must keep it from being billed.
 */
const requestStandIns: { readonly [Action in Action16]?: StandIns } = {
  StartTransaction: { '/connectorId': 0, '/idTag': '', '/meterStart': 0, '/timestamp': '' },
  StopTransaction: {
    '/transactionId': -1,
    '/meterStop': 0,
    '/timestamp': '',
    ...sampledValues('/transactionData'),
  },
  MeterValues: {
    '/connectorId': 0,
    '/transactionId': -1,
    '/meterValue': [],
    ...sampledValues('/meterValue'),
  },
  StatusNotification: { '/connectorId': 0, '/errorCode': 'NoError' },
  // A station that is refused its boot boots again and again and does nothing else.
  BootNotification: { '/chargePointVendor': '', '/chargePointModel': '' },
  SecurityEventNotification: { '/timestamp': '' },
}

const responseStandIns: { readonly [Action in Action16]?: StandIns } = {
  GetConfiguration: { '/configurationKey/*/readonly': false },
}

const noDeviations: readonly Deviation[] = []

const counters: ReadonlySet<string> = new Set(['/meterStart', '/meterStop'])

/** Whether no number of the payload itself needs a second look: all but meters of extreme size have 32 bit. */
function numbersCanBeKept(value: unknown): boolean {
  const payload = value as Record<string, unknown>
  for (const name in payload) {
    const member = payload[name]
    if (typeof member === 'number' && !isInt32(member)) return false
  }
  return true
}

/** Whether at least one of the required members is there: a payload that has none of them says nothing. */
function saysSomething(required: readonly string[], value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => member !== null && nameMeant(name, required) !== null)
}

/**
 * Reads what a station tells, in a request or in an answer, as it was meant. Costs no more than the strict check
 * when the payload is as the standard wants it. Start-, StopTransaction and MeterValues are always understood as
 * long as they say anything at all.
 */
export function tolerate16<Action extends Action16, S extends Side>(
  action: Action,
  side: S,
  value: unknown,
): Tolerated16<V16[Action][S]> {
  // The validator has seen every member: the type is what it says.
  if (validators[action][side](value) && numbersCanBeKept(value))
    return { understood: true, value: value as V16[Action][S], deviations: noDeviations }
  const schema = schemas[action][side]
  const standIns = (side === 'request' ? requestStandIns : responseStandIns)[action]
  const isTold = !schema.required || saysSomething(schema.required, value)
  const rules = { standIns: isTold ? standIns : {}, counters }
  return readLeniently(schema, value, rules) as Tolerated16<V16[Action][S]>
}
