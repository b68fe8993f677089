import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { needsFreshLogin } from './fresh-login.ts'
import {
  Bool,
  closed,
  Count,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Commands'

/**
 * Life of a command. `accepted` and `rejected` are the station's own word; `failed` is a CALLERROR, a broken
 * payload or an offline station; `timeout` had no answer in time; `unknown` was sent when the server died.
 */
export const commandStates = [
  'queued',
  'sent',
  'accepted',
  'rejected',
  'failed',
  'timeout',
  'cancelled',
  'expired',
  'unknown',
] as const

/** What we say of a command that the station itself said nothing to; a console may say it in other languages. */
export const commandWords = {
  offline: 'The station is offline.',
  noAnswer: 'The station did not answer in time.',
  noStatus: 'The answer of the station holds no status.',
  unreadable: 'The answer of the station is not readable as JSON.',
  connectionLost: 'The connection ended before the station answered',
  interrupted: 'The server was interrupted before the station answered.',
  outdated: 'Its turn did not come in time; it was not sent.',
  cancelled: 'Cancelled before it was sent.',
  notStarted: 'accepted, not started',
} as const

export const Command = Type.Object({
  id: Id,
  runid: Id,
  stationid: Id,
  identity: Text,
  action: Text,
  request: Type.Unknown(),
  statecode: Words(commandStates),
  /** The `status` of the station's answer where it has one. */
  status: Nullable(Text),
  response: Type.Unknown(),
  errorcode: Nullable(Text),
  message: Nullable(Text),
  /** The answer came after its time limit: the state stays `timeout`, the answer is shown. */
  late: Bool,
  /** RemoteStart accepted but no transaction followed (after two minutes). */
  note: Nullable(Text),
  requestedby: Nullable(Text),
  created: Instant,
  sent: Nullable(Instant),
  answered: Nullable(Instant),
  roundtripms: Nullable(Int),
})
type CommandBody = { action: string; payload: Record<string, unknown> }
export const commandSend = endpoint({
  path: '/command/send',
  subject,
  may: 'operator',
  fresh: (body) => {
    const { action, payload } = body as CommandBody // held against its schema
    return needsFreshLogin(action, payload)
  },
  isVerbatim: true,
  summary: 'Queue a command to one or many stations; answers at once with one row per station',
  body: Type.Object(
    {
      identities: Type.Array(Text, { minItems: 1, maxItems: 5000 }),
      action: Text,
      payload: Type.Record(Text, Type.Unknown()),
      waitms: Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
    },
    closed,
  ),
  answer: Type.Object({ runid: Id, commands: Type.Array(Command) }),
})
export const commandList = endpoint({
  path: '/command/list',
  subject,
  summary: 'Commands, newest first',
  may: 'operator',
  csv: true,
  body: ListQuery,
  answer: Type.Array(Command),
})
export const commandCount = endpoint({
  path: '/command/count',
  subject,
  summary: 'How many commands match',
  may: 'operator',
  body: ListQuery,
  answer: Count,
})
export const commandGet = endpoint({
  path: '/command/get',
  subject,
  summary: 'One command',
  may: 'operator',
  body: JustId,
  answer: Command,
})
export const commandCancel = endpoint({
  path: '/command/cancel',
  subject,
  summary: 'Cancel a command that still waits',
  may: 'operator',
  body: JustId,
  answer: Command,
})

const ToolStation = Type.Object({
  identity: Text,
  address: Nullable(Text),
  protocol: Nullable(Text),
  ocppVersion: Nullable(Text),
  connection: Nullable(Instant),
  bootNotification: Type.Unknown(),
  statusNotification: Type.Unknown(),
})
export const chargePointList = endpoint({
  path: '/ChargePointList',
  subject: 'OCPP tools',
  summary: 'Connected stations with their newest BootNotification and StatusNotification',
  may: 'operator',
  body: Type.Object({ identity: Optional(Text) }, closed),
  answer: Type.Object({ ChargePointList: Type.Array(ToolStation) }),
})
/** The body is the OCPP request, the answer the station's payload verbatim. */
export const chargePointCommand = endpoint({
  path: '/ChargePoint/:identity/:command',
  subject: 'OCPP tools',
  may: 'operator',
  fresh: (payload, { command = '' }) => needsFreshLogin(command, payload as CommandBody['payload']),
  isVerbatim: true,
  summary:
    "Send one OCPP command and wait for the station's answer; a CALLERROR is 200 with {error: true, errorCode, errorDescription, errorDetails}; 503 when offline or silent",
  body: Type.Record(Text, Type.Unknown()),
  answer: Type.Unknown(),
})

export const ChargingProfile = Type.Object({
  id: Id,
  profileid: Int,
  description: Text,
  profile: Type.Unknown(),
  purpose: Text,
  stacklevel: Int,
  created: Instant,
  lastupdate: Instant,
  installed: Type.Array(Type.Object({ identity: Text, connectorid: Int, at: Instant })),
})
export const profileList = endpoint({
  path: '/charging_profile/list',
  subject: 'Charging profiles',
  summary: 'Stored charging profiles',
  may: 'operator',
  body: ListQuery,
  answer: Type.Array(ChargingProfile),
})
export const profileSet = endpoint({
  path: '/charging_profile/set',
  subject: 'Charging profiles',
  may: 'operator',
  summary: 'Store a charging profile with a description, to be reused by its id',
  body: Type.Object(
    {
      id: Nullable(Id),
      description: Optional(Type.String({ minLength: 1, maxLength: 200 })),
      profile: Optional(Type.Record(Text, Type.Unknown())),
    },
    closed,
  ),
  answer: ChargingProfile,
})
export const profileDelete = endpoint({
  path: '/charging_profile/delete',
  subject: 'Charging profiles',
  summary: 'Remove a stored profile',
  may: 'operator',
  body: JustId,
  answer: Done,
})

export const transferKinds = ['firmware', 'diagnostics', 'log'] as const
const Transfer = Type.Object({
  id: Id,
  kind: Words(transferKinds),
  stationid: Id,
  identity: Text,
  commandid: Nullable(Id),
  location: Text,
  filename: Nullable(Text),
  status: Text,
  statuses: Type.Array(Type.Object({ status: Text, at: Instant })),
  created: Instant,
  lastupdate: Instant,
  finished: Nullable(Instant),
})
export const transferList = endpoint({
  path: '/transfer/list',
  subject: 'Firmware and diagnostics',
  summary: 'Firmware and diagnostics jobs with their progress',
  may: 'operator',
  body: ListQuery,
  answer: Type.Array(Transfer),
})

export const LogRow = Type.Object({
  id: Text,
  datetime: Instant,
  stationid: Id,
  identity: Text,
  direction: Words(['in', 'out'] as const),
  action: Text,
  messageid: Nullable(Text),
  request: Nullable(Text),
  response: Nullable(Text),
  errorcode: Nullable(Text),
  durationms: Nullable(Int),
  repeats: Int,
  commandid: Nullable(Id),
})
export const ocppLogList = endpoint({
  path: '/ocpp/log/list',
  subject: 'OCPP log',
  may: 'user',
  csv: true,
  body: ListQuery,
  answer: Type.Array(LogRow),
  summary:
    'The OCPP log, newest first; `after` continues behind the cursor of the last row (its id). Heartbeats are left out with a search term',
})
export const ocppLogGet = endpoint({
  path: '/ocpp/log/get',
  subject: 'OCPP log',
  may: 'user',
  summary: 'One entry',
  body: Type.Object({ id: Text }, closed),
  answer: LogRow,
})

export const Account = Type.Object({
  id: Id,
  code: Text,
  name: Text,
  currency_code: Text,
  balance: Text,
  bootpolicy: Words(['accept', 'wait', 'reject'] as const),
  maxtransactions: Int,
  askonboot: Bool,
  heartbeat: Int,
  link: Text,
  created: Instant,
})
export const accountGet = endpoint({
  path: '/account/own',
  subject: 'Account',
  may: 'operator',
  summary: "The caller's own account",
  body: Type.Object({}, closed),
  answer: Account,
})
export const accountSet = endpoint({
  path: '/account/own/set',
  subject: 'Account',
  may: 'admin',
  summary: "Change the account's rules for its stations",
  body: Type.Object(
    {
      name: Optional(Type.String({ minLength: 1, maxLength: 120 })),
      bootpolicy: Optional(Words(['accept', 'wait', 'reject'] as const)),
      maxtransactions: Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
      askonboot: Optional(Bool),
      heartbeat: Optional(Type.Integer({ minimum: 10, maximum: 86_400 })),
    },
    closed,
  ),
  answer: Account,
})
export const search = endpoint({
  path: '/search',
  subject: 'Search',
  may: 'user',
  summary: 'Find stations, cards and sessions by text',
  body: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: 100 }), entities: Optional(Type.Array(Text)) },
    closed,
  ),
  answer: Type.Array(
    Type.Object({
      id: Id,
      classcode: Text,
      typename: Text,
      label: Text,
      description: Nullable(Text),
      statename: Text,
      address: Text,
    }),
  ),
})
export const demoRemove = endpoint({
  path: '/demo/remove',
  subject: 'First run',
  may: 'admin',
  summary: 'Remove all demo data in one step',
  body: Type.Object({}, closed),
  answer: Type.Object({ result: Bool, stations: Int }),
})
export const demoState = endpoint({
  path: '/demo/state',
  subject: 'First run',
  may: 'operator',
  summary: 'Whether demo data is present',
  body: Type.Object({}, closed),
  answer: Type.Object({ present: Bool, stations: Int }),
})
