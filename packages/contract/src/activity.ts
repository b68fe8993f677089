import { type Static, Type } from 'typebox'
import { sees, stationAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { LogRow } from './ocpp-log.ts'
import {
  Bool,
  closed,
  Id,
  Instant,
  Int,
  Nullable,
  Num,
  Optional,
  Text,
  TransactionNumber,
  Words,
} from './shapes.ts'

const subject = 'Activity'

/**
 * Kinds of events by category.
 *
 * - `fault_raised`, `fault_cleared`, `state_changed`: a station or EVSE reported another state, error code or vendor
 * error code; connector 0 is the station. Details: `from`, `to`, `errorcode`, `vendorerrorcode`, `info`
 * - `session_review`: a session needs review. Details: `reason` (flags of the session, separated by spaces), `energywh`
 * - `connected`: details `address`, `protocol`, `takeover` (true if it replaced an open connection)
 * - `disconnected`: details `reason` (see `CloseReason`, or `ServerLost`; none for a normal close), `code`, `seconds` (of
 * the connection), `lastseen`
 * - `booted`: details `status`, `vendor`, `model`, `firmware`, `requested` (true if the server requested the boot)
 * - `session_started`: details `status` (of the authorization)
 * - `session_ended`: details `reason`, `energywh`, `seconds`
 * - `authorization_refused`: details `status`, `action` (Authorize or StartTransaction), `rule` (id of an access
 * rule), `reason` (`balance_too_low`)
 * - `session_stop_requested`: the server asks the station to stop a session. Details: `reason` (`balance_too_low`,
 * `reserved_amount_used`)
 * - `message_unmatched`: details `action`, `reason`
 * - `command_ended`: details `action`, `state`, `result`
 * - `transfer_changed`: details `type` (firmware, diagnostics or log), `status`
 * - `configuration_changed`: details `key`, `count` (of changed keys)
 * - `object_changed`: a user changed a station, a connector, a card, a reservation or a session. Details: `class`,
 * `action`, `label`
 */
export const activityKindsOf = {
  problem: ['fault_raised', 'session_review'],
  connection: ['connected', 'disconnected', 'booted'],
  session: ['session_started', 'session_stop_requested', 'session_ended'],
  refused: ['authorization_refused', 'message_unmatched'],
  command: ['command_ended'],
  other: ['state_changed', 'fault_cleared', 'transfer_changed', 'configuration_changed', 'object_changed'],
} as const
export type ActivityCategory = keyof typeof activityKindsOf
export type ActivityKind = (typeof activityKindsOf)[ActivityCategory][number]

export const activityCategories = [
  'problem',
  'connection',
  'session',
  'refused',
  'command',
  'other',
] as const satisfies readonly ActivityCategory[]
export const activityKinds = activityCategories.flatMap(
  (category): readonly ActivityKind[] => activityKindsOf[category],
)

const Kind = Words(activityKinds as [ActivityKind, ...ActivityKind[]])

const Details = Type.Record(Text, Type.Union([Text, Num, Bool, Type.Null()]))

/** One event. */
const ActivityRow = Type.Object({
  /** Grows with time; also the cursor. */
  id: Text,
  /** Time of receipt, or of the action of a user. */
  datetime: Instant,
  /** Time of the station's clock, if the message has one. */
  reported: Nullable(Instant),
  kind: Kind,
  stationid: Nullable(Id),
  identity: Nullable(Text),
  connectorid: Nullable(Int),
  cardid: Nullable(Id),
  cardname: Nullable(Text),
  idtag: Nullable(Text),
  transactionid: Nullable(Int),
  userid: Nullable(Id),
  username: Nullable(Text),
  commandid: Nullable(Id),
  /** Depends on the kind; values that are not known are left out. */
  details: Details,
})
export type ActivityRow = Static<typeof ActivityRow>

const Ids = Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: 200 })])

/** Events to be listed or counted; all conditions apply. */
const selection = {
  from: Optional(Instant),
  /** Exclusive. */
  to: Optional(Instant),
  stationid: Optional(Ids),
  /** All stations of a site. */
  siteid: Optional(Id),
  /** Of the station; 0 is the station itself. */
  connectorid: Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  cardid: Optional(Id),
  transactionid: Optional(TransactionNumber),
  kinds: Optional(Type.Array(Kind, { minItems: 1, maxItems: 50 })),
  categories: Optional(Type.Array(Words(activityCategories), { minItems: 1, maxItems: 10 })),
  /** Part of a station's identity or of a card's code or name. */
  text: Optional(Type.String({ minLength: 1, maxLength: 100 })),
}

export const activityList = endpoint({
  path: '/activity/list',
  subject,
  summary:
    'Events of stations, cards and sessions, newest first; `after` continues behind the id of the last row',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  names: 'rows',
  query: true,
  csv: true,
  body: Type.Object(
    {
      ...selection,
      after: Optional(Type.String({ pattern: '^\\d{1,19}$' })),
      /** 100 by default. */
      reclimit: Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    closed,
  ),
  answer: Type.Array(ActivityRow),
})

export const activityHistogram = endpoint({
  path: '/activity/histogram',
  subject,
  summary:
    'Number of events by category in equal parts of a period; parts without events are left out, `part` counts from 0',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  names: 'rows',
  query: true,
  body: Type.Object(
    {
      ...selection,
      from: Instant,
      to: Instant,
      /** 84 by default. */
      buckets: Optional(Type.Integer({ minimum: 1, maximum: 120 })),
    },
    closed,
  ),
  answer: Type.Array(
    Type.Object({
      part: Int,
      from: Instant,
      problem: Int,
      connection: Int,
      session: Int,
      refused: Int,
      command: Int,
      other: Int,
    }),
  ),
})

export const activityGet = endpoint({
  path: '/activity/get',
  subject,
  summary:
    'One event and the messages between station and server that belong to it, as far as they are stored',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  body: Type.Object({ id: Type.String({ pattern: '^\\d{1,19}$' }) }, closed),
  answer: Type.Object({
    ...ActivityRow.properties,
    frames: Type.Array(LogRow),
    /** Days for which messages are stored. */
    framedays: Int,
  }),
})
