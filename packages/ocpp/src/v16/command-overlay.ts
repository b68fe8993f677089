import { schemaProblem, type SchemaProblem } from '../schema-problem.ts'
import type { Action16, SystemAction16 } from './messages.ts'

/** Meaning of a field, for forms that can offer more than a plain input. */
export type FieldMeaning16 =
  | 'connector'
  | 'card'
  | 'transaction'
  | 'reservation'
  | 'charging-limit'
  | 'local-list'
  | 'configuration-key'

/** Properties of a field that the schema cannot express. */
export interface FieldRule16 {
  /** JSON pointer of the field; `*` stands for every index of a list. */
  readonly path: string
  readonly meaning?: FieldMeaning16
  /** The value must be greater than this. */
  readonly exclusiveMinimum?: number
  /** Step of a number input; the schema rejects values in between. */
  readonly step?: number
  /** True if 0 means the whole station instead of a connector. */
  readonly zeroIsStation?: boolean
  /** Initial value of the form: the one that is used most and interrupts least. */
  readonly defaultValue?: string
  /** Initial value of the form: this number of minutes after now, in UTC. */
  readonly defaultMinutesFromNow?: number
  /** JSON pointer of the field that contains the unit of this one. */
  readonly unitFrom?: string
  /** The station's configuration key that limits the length of this list. */
  readonly lengthLimitKey?: string
}

const connector = { path: '/connectorId', meaning: 'connector', zeroIsStation: true } as const
const card = { path: '/idTag', meaning: 'card' } as const

/** Limits of the charging schedule at the path `schedule`. */
const scheduleRules = (schedule: string): FieldRule16[] =>
  [`${schedule}/chargingSchedulePeriod/*/limit`, `${schedule}/minChargingRate`].map((path) => ({
    path,
    meaning: 'charging-limit',
    step: 0.1,
    unitFrom: `${schedule}/chargingRateUnit`,
  }))

/** Rules in addition to the schemas: what the forms offer and what `checkPayload16` also rejects. */
export const commandOverlay16: { readonly [Action in SystemAction16]?: readonly FieldRule16[] } = {
  CancelReservation: [{ path: '/reservationId', meaning: 'reservation' }],
  ChangeAvailability: [connector],
  ChangeConfiguration: [{ path: '/key', meaning: 'configuration-key' }],
  ClearChargingProfile: [connector],
  ExtendedTriggerMessage: [{ path: '/connectorId', meaning: 'connector' }],
  GetCompositeSchedule: [connector],
  GetConfiguration: [{ path: '/key', meaning: 'configuration-key' }],
  RemoteStartTransaction: [
    // A transaction needs a connector: the whole station cannot be started.
    { path: '/connectorId', meaning: 'connector', exclusiveMinimum: 0 },
    card,
    ...scheduleRules('/chargingProfile/chargingSchedule'),
  ],
  RemoteStopTransaction: [{ path: '/transactionId', meaning: 'transaction' }],
  ReserveNow: [
    connector,
    { path: '/expiryDate', defaultMinutesFromNow: 15 },
    card,
    { path: '/parentIdTag', meaning: 'card' },
    { path: '/reservationId', meaning: 'reservation' },
  ],
  Reset: [{ path: '/type', defaultValue: 'Soft' }],
  SendLocalList: [
    { path: '/updateType', defaultValue: 'Full' },
    {
      path: '/localAuthorizationList',
      meaning: 'local-list',
      lengthLimitKey: 'SendLocalListMaxLength',
    },
    { path: '/localAuthorizationList/*/idTag', meaning: 'card' },
    { path: '/localAuthorizationList/*/idTagInfo/parentIdTag', meaning: 'card' },
  ],
  SetChargingProfile: [
    connector,
    { path: '/csChargingProfiles/transactionId', meaning: 'transaction' },
    { path: '/csChargingProfiles/chargingProfileKind', defaultValue: 'Absolute' },
    ...scheduleRules('/csChargingProfiles/chargingSchedule'),
  ],
  TriggerMessage: [{ path: '/connectorId', meaning: 'connector' }],
  UnlockConnector: [{ path: '/connectorId', meaning: 'connector' }],
}

const rulesByAction: ReadonlyMap<string, readonly FieldRule16[]> = new Map(Object.entries(commandOverlay16))

/** Returns the overlay rules of a command; empty if the overlay does not name it. */
export function overlayRules16(action: Action16): readonly FieldRule16[] {
  return rulesByAction.get(action) ?? []
}

/** Returns every value at a path with its own pointer; `*` iterates lists. */
function valuesAt(value: unknown, names: readonly string[], at = ''): { path: string; value: unknown }[] {
  const [name, ...rest] = names
  if (name === undefined) return value === undefined ? [] : [{ path: at, value }]
  if (typeof value !== 'object' || value === null) return []
  if (name !== '*') return valuesAt((value as Record<string, unknown>)[name], rest, `${at}/${name}`)
  if (!Array.isArray(value)) return []
  return value.flatMap((item, index) => valuesAt(item, rest, `${at}/${index}`))
}

/** Integers beyond 2^53 would be sent with other digits. */
function unsafeIntegers(value: unknown, at: string): SchemaProblem[] {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const isAbove = value > 0
    const limit = isAbove ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER
    return [schemaProblem(at, isAbove ? 'maximum' : 'minimum', { limit })]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => unsafeIntegers(member, `${at}/${name}`))
}

/** Returns the problems of a request that the overlay adds to those of its schema. */
export function overlayProblems16(action: Action16, value: unknown): SchemaProblem[] {
  const broken = overlayRules16(action).flatMap(({ path, exclusiveMinimum: limit }) =>
    limit === undefined
      ? []
      : valuesAt(value, path.split('/').slice(1))
          .filter((found) => typeof found.value === 'number' && found.value <= limit)
          .map((found) => schemaProblem(found.path, 'exclusiveMinimum', { limit })),
  )
  return [...broken, ...unsafeIntegers(value, '')]
}

/** Returns the initial values of the form of a command that depend on the time. */
export function commandDefaults16(action: SystemAction16, now: Date): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { path, defaultMinutesFromNow: minutes } of overlayRules16(action)) {
    if (minutes !== undefined)
      values[path.slice(1)] = new Date(now.getTime() + minutes * 60_000).toISOString()
  }
  return values
}
