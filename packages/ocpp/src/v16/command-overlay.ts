import { schemaProblem, type SchemaProblem } from '../schema-problem.ts'
import type { Action16, SystemAction16 } from './messages.ts'

/** What a field is about, for forms that can offer more than an input. */
export type FieldMeaning16 =
  | 'connector'
  | 'card'
  | 'transaction'
  | 'reservation'
  | 'charging-limit'
  | 'local-list'
  | 'configuration-key'

/** What the schema cannot say of a field. */
export interface FieldRule16 {
  /** JSON pointer of the field; `*` stands for every index of a list. */
  readonly path: string
  readonly meaning?: FieldMeaning16
  /** The value must be greater than this. */
  readonly exclusiveMinimum?: number
  /** How far one step of an input goes; the schema refuses what lies between. */
  readonly step?: number
  /** Where 0 stands for the whole station and not for a connector. */
  readonly zeroIsStation?: boolean
  /** The value a form starts with: so many minutes after now, in UTC. */
  readonly defaultMinutesFromNow?: number
  /** JSON pointer of the field that holds the unit of this one. */
  readonly unitFrom?: string
  /** The station's configuration key that limits the length of this list. */
  readonly lengthLimitKey?: string
}

const connector = { path: '/connectorId', meaning: 'connector', zeroIsStation: true } as const
const card = { path: '/idTag', meaning: 'card' } as const

/** The limits of a charging schedule that lies at `schedule`. */
const scheduleRules = (schedule: string): FieldRule16[] =>
  [`${schedule}/chargingSchedulePeriod/*/limit`, `${schedule}/minChargingRate`].map((path) => ({
    path,
    meaning: 'charging-limit',
    step: 0.1,
    unitFrom: `${schedule}/chargingRateUnit`,
  }))

/** Rules beside the schemas: what the forms offer and what `checkPayload16` refuses on top. */
export const commandOverlay16: { readonly [Action in SystemAction16]?: readonly FieldRule16[] } = {
  CancelReservation: [{ path: '/reservationId', meaning: 'reservation' }],
  ChangeAvailability: [connector],
  ChangeConfiguration: [{ path: '/key', meaning: 'configuration-key' }],
  ClearChargingProfile: [connector],
  ExtendedTriggerMessage: [{ path: '/connectorId', meaning: 'connector' }],
  GetCompositeSchedule: [connector],
  GetConfiguration: [{ path: '/key', meaning: 'configuration-key' }],
  RemoteStartTransaction: [
    // A charge needs a connector: the whole station cannot be started.
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
  SendLocalList: [
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
    ...scheduleRules('/csChargingProfiles/chargingSchedule'),
  ],
  TriggerMessage: [{ path: '/connectorId', meaning: 'connector' }],
  UnlockConnector: [{ path: '/connectorId', meaning: 'connector' }],
}

const rulesByAction: ReadonlyMap<string, readonly FieldRule16[]> = new Map(Object.entries(commandOverlay16))

/** The rules of a command; none for what the overlay does not name. */
export function overlayRules16(action: Action16): readonly FieldRule16[] {
  return rulesByAction.get(action) ?? []
}

/** Every value at a path, `*` walking lists, with its own pointer. */
function valuesAt(value: unknown, names: readonly string[], at = ''): { path: string; value: unknown }[] {
  const [name, ...rest] = names
  if (name === undefined) return value === undefined ? [] : [{ path: at, value }]
  if (typeof value !== 'object' || value === null) return []
  if (name !== '*') return valuesAt((value as Record<string, unknown>)[name], rest, `${at}/${name}`)
  if (!Array.isArray(value)) return []
  return value.flatMap((item, index) => valuesAt(item, rest, `${at}/${index}`))
}

/** Whole numbers beyond 2^53 would go out with other digits than were meant. */
function unsafeIntegers(value: unknown, at: string): SchemaProblem[] {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const isAbove = value > 0
    const limit = isAbove ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER
    return [schemaProblem(at, isAbove ? 'maximum' : 'minimum', { limit })]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => unsafeIntegers(member, `${at}/${name}`))
}

/** What the overlay refuses in a request, beside what its schema does. */
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

/** The values a form of this command starts with. */
export function commandDefaults16(action: SystemAction16, now: Date): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { path, defaultMinutesFromNow: minutes } of overlayRules16(action)) {
    if (minutes !== undefined)
      values[path.slice(1)] = new Date(now.getTime() + minutes * 60_000).toISOString()
  }
  return values
}
