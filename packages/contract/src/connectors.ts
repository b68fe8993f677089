import { Type } from 'typebox'
import { typeEndpoint } from './business-object.ts'
import { MessageParams } from './commands.ts'
import { allAreas, creates, sees, sets, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  ById,
  closed,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  Num,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Stations'

export const connectorStates = [
  'available',
  'preparing',
  'charging',
  'suspendedev',
  'suspendedevse',
  'finishing',
  'reserved',
  'unavailable',
  'faulted',
  'disabled',
  'deleted',
] as const

export const Connector = Type.Object({
  ...objectColumns,
  stationid: Id,
  identity: Text,
  connectorid: Int,
  label: Nullable(Text),
  description: Nullable(Text),
  chargername: Nullable(Text),
  mode: Nullable(Text),
  maxpower: Nullable(Num),
  errorcode: Nullable(Text),
  info: Nullable(Text),
  vendorerrorcode: Nullable(Text),
  statesince: Instant,
  /** Why users have taken it out of service, since when and until when. Drivers do not see the reason. */
  outofservicereason: Nullable(Text),
  outofservicesince: Nullable(Instant),
  expectedreturn: Nullable(Instant),
  /**
   * False if known only from a StartTransaction, without a StatusNotification. It can be removed and is not
   * offered for charging.
   */
  announced: Type.Boolean(),
  transactionid: Nullable(Int),
  /** Newest readings of a running transaction: W, Wh since its start, per cent, and their time. */
  power: Nullable(Num),
  energy: Nullable(Num),
  soc: Nullable(Num),
  readingsat: Nullable(Instant),
  methods: ObjectMethods,
})

export const ConnectorBrief = Type.Object({
  id: Id,
  connectorid: Int,
  statecode: Text,
  errorcode: Nullable(Text),
  transactionid: Nullable(Int),
  power: Nullable(Num),
  soc: Nullable(Num),
  /** False if known only from a StartTransaction, without a StatusNotification. */
  announced: Type.Boolean(),
})

export const connectorList = endpoint({
  path: '/connector/list',
  subject,
  summary: 'Connectors of the stations the caller may see',
  may: 'operator',
  use: sees('connector'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Connector),
})

export const connectorGet = endpoint({
  path: '/connector/get',
  subject,
  summary: 'One connector',
  may: 'operator',
  use: sees('connector'),
  body: ById,
  answer: Connector,
})

export const connectorType = typeEndpoint('connector', { subject })

export const connectorSet = endpoint({
  path: '/connector/set',
  subject,
  may: 'operator',
  use: sets('connector'),
  summary: 'Change the data of a connector that users maintain',
  body: Type.Object(
    {
      id: Id,
      label: Optional(Nullable(Type.String({ maxLength: 120 }))),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      typecode: Optional(Type.String({ minLength: 1, maxLength: 60 })),
      chargername: Optional(Nullable(Type.String({ maxLength: 60 }))),
      mode: Optional(Nullable(Words(['slow', 'standard', 'fast', 'ultra'] as const))),
      maxpower: Optional(Nullable(Type.Number({ minimum: 0, maximum: 10_000_000 }))),
    },
    closed,
  ),
  answer: Connector,
})

export const connectorRemove = endpoint({
  path: '/connector/remove',
  subject,
  may: 'operator',
  use: updates('connector'),
  summary: 'Remove a connector that no StatusNotification reported; not while a transaction runs on it',
  body: JustId,
  answer: Type.Object({ result: Type.Literal(true) }),
})

const CommandOutcome = Type.Object({
  command: Id,
  state: Text,
  status: Nullable(Text),
  message: Nullable(Text),
  messagecode: Nullable(Text),
  messageparams: Nullable(MessageParams),
})

export const connectorStart = endpoint({
  path: '/connector/remote/start',
  subject,
  may: 'operator',
  use: creates('command', allAreas),
  summary: 'Request the station to start charging on a connector (RemoteStartTransaction)',
  body: Type.Object({ id: Id, card: Optional(Type.String({ minLength: 1, maxLength: 20 })) }, closed),
  answer: CommandOutcome,
})

export const connectorStop = endpoint({
  path: '/connector/remote/stop',
  subject,
  may: 'operator',
  use: creates('command', allAreas),
  summary: 'Request the station to stop the transaction of a connector (RemoteStopTransaction)',
  body: JustId,
  answer: CommandOutcome,
})

/** Maximum per reservation: 1 MWh. */
export const maxReservedWh = 1_000_000

export const connectorReserve = endpoint({
  path: '/connector/reserve/now',
  subject,
  may: 'operator',
  use: creates('command', allAreas),
  summary:
    'Reserve a connector (ReserveNow); the reservation id is allocated here; expiry defaults to now + 15 minutes',
  body: Type.Object(
    {
      id: Id,
      card: Optional(Type.String({ minLength: 1, maxLength: 20 })),
      expirydate: Optional(Instant),
      /** Energy in Wh that the driver is to get. Stored with the reservation; not sent to the station. */
      volume: Optional(Type.Integer({ minimum: 1, maximum: maxReservedWh })),
    },
    closed,
  ),
  answer: CommandOutcome,
})

export const connectorReserveCancel = endpoint({
  path: '/connector/reserve/cancel',
  subject,
  may: 'operator',
  use: creates('command', allAreas),
  summary: 'Cancel the active reservation of a connector (CancelReservation)',
  body: JustId,
  answer: CommandOutcome,
})
