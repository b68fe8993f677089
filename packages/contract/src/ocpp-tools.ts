import { Type } from 'typebox'
import { creates, sees, toolAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { needsFreshLogin } from './fresh-login.ts'
import { Reservation } from './reservations.ts'
import { Bool, closed, Instant, Nullable, Optional, Text } from './shapes.ts'
import { StationTransaction } from './transactions.ts'

const ToolStation = Type.Object({
  identity: Text,
  /** Code of its account. */
  account: Text,
  address: Nullable(Text),
  protocol: Nullable(Text),
  ocppVersion: Nullable(Text),
  connection: Nullable(Instant),
  bootNotification: Type.Unknown(),
  statusNotification: Type.Unknown(),
})

export const chargePointList = endpoint({
  path: '/ChargePointList',
  query: true,
  names: 'rows',
  subject: 'OCPP tools',
  summary: 'Connected stations with their newest BootNotification and StatusNotification',
  may: 'operator',
  use: sees('charge_point', toolAreas),
  body: Type.Object({ identity: Optional(Text) }, closed),
  answer: Type.Object({ ChargePointList: Type.Array(ToolStation) }),
})

/** The body is the OCPP request, the response the station's payload verbatim. */
export const chargePointCommand = endpoint({
  path: '/ChargePoint/:identity/:command',
  subject: 'OCPP tools',
  may: 'operator',
  use: creates('command', toolAreas),
  fresh: (payload, { command = '' }) => needsFreshLogin(command, payload as Record<string, unknown>),
  isVerbatim: true,
  summary:
    "Send one OCPP command and wait for the station's answer; a CALLERROR is 200 with {error: true, errorCode, errorDescription, errorDetails}; 503 when offline or silent; 409 ambiguous where several accounts have the identity: use the id, or <account code>%2F<identity>",
  body: Type.Record(Text, Type.Unknown()),
  answer: Type.Unknown(),
})

const CentralQuery = Type.Object(
  { identity: Text, dateFrom: Optional(Instant), dateTo: Optional(Instant), activeOnly: Optional(Bool) },
  closed,
)

export const centralTransactions = endpoint({
  path: '/CentralSystem/TransactionList',
  query: true,
  names: 'rows',
  subject: 'OCPP tools',
  summary: 'Sessions of one station, named by identity, <account code>/<identity> or id',
  may: 'operator',
  use: sees('transaction', toolAreas),
  body: CentralQuery,
  answer: Type.Array(StationTransaction),
})

export const centralReservations = endpoint({
  path: '/CentralSystem/ReservationList',
  query: true,
  names: 'rows',
  subject: 'OCPP tools',
  summary: 'Reservations of one station, named by identity, <account code>/<identity> or id',
  may: 'operator',
  use: sees('reservation', toolAreas),
  body: CentralQuery,
  answer: Type.Array(Reservation),
})
