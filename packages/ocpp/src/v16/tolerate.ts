import type { Deviation } from '../deviation.ts'
import { schemas } from '../generated/v16/schemas.js'
import type { V16 } from '../generated/v16/types.ts'
import { validators } from '../generated/v16/validators.js'
import { nameMeant } from '../folded-name.ts'
import { isInt32 } from '../integers.ts'
import { readLeniently, type Defaults } from '../lenient-reading.ts'
import type { Side } from '../message.ts'
import type { SchemaProblem } from '../schema-problem.ts'
import type { Action16 } from './messages.ts'

/**
 * A payload read leniently. `value` has every required field, but its texts are the station's: an unknown
 * enum value is unchanged (`unknown-word`), a time may lack its zone (`readStationTime` reads it), and a
 * default replaces a required field named by `missing` or `unreadable`. Integers have 32 bit, meter registers
 * 53; `rawNumber` returns the digits of larger ones.
 */
export type Tolerated16<Payload> =
  | { understood: true; value: Payload; deviations: readonly Deviation[] }
  | { understood: false; problems: readonly SchemaProblem[] }

const sampledValues = (list: string): Defaults => ({
  [`${list}/*/timestamp`]: '',
  [`${list}/*/sampledValue`]: [],
  [`${list}/*/sampledValue/*/value`]: '',
})

/**
 * OCPP 1.6, 4.7, 4.8 and 4.10: a message about energy must never be rejected for its form. The default -1
 * matches no transaction; an empty time is invalid, so the time of receipt counts; a missing meter value
 * reads 0, and its deviation must prevent billing.
 */
const requestDefaults: { readonly [Action in Action16]?: Defaults } = {
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
  // A station whose boot is rejected boots again and again and does nothing else.
  BootNotification: { '/chargePointVendor': '', '/chargePointModel': '' },
  SecurityEventNotification: { '/timestamp': '' },
}

const responseDefaults: { readonly [Action in Action16]?: Defaults } = {
  GetConfiguration: { '/configurationKey/*/readonly': false },
}

const noDeviations: readonly Deviation[] = []

const counters: ReadonlySet<string> = new Set(['/meterStart', '/meterStop'])

/**
 * Returns true if no number of the payload needs a second check: all but extremely large meter registers have
 * 32 bit.
 */
function numbersFit(value: unknown): boolean {
  const payload = value as Record<string, unknown>
  for (const name in payload) {
    const member = payload[name]
    if (typeof member === 'number' && !isInt32(member)) return false
  }
  return true
}

/**
 * Returns true if at least one of the required members is present; a payload without any of them carries no
 * data.
 */
function hasRequiredMember(required: readonly string[], value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => member !== null && nameMeant(name, required) !== null)
}

/**
 * Reads a request or an answer of a station leniently. Costs no more than the strict validation for a
 * conforming payload. StartTransaction, StopTransaction and MeterValues are always accepted if they have at
 * least one required member.
 */
export function tolerate16<Action extends Action16, S extends Side>(
  action: Action,
  side: S,
  value: unknown,
): Tolerated16<V16[Action][S]> {
  // The validator has checked every member, so the value has this type.
  if (validators[action][side](value) && numbersFit(value))
    return { understood: true, value: value as V16[Action][S], deviations: noDeviations }
  const schema = schemas[action][side]
  const defaults = (side === 'request' ? requestDefaults : responseDefaults)[action]
  const hasContent = !schema.required || hasRequiredMember(schema.required, value)
  const rules = { defaults: hasContent ? defaults : {}, counters }
  return readLeniently(schema, value, rules) as Tolerated16<V16[Action][S]>
}
