import { Type } from 'typebox'
import { creates, sees, stationAreas, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors/errors.ts'
import { needsFreshLogin } from './fresh-login.ts'
import {
  Bool,
  closed,
  Count,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  ObjectMethods,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Commands'

/**
 * States of a command. `accepted` and `rejected` are the station's response, except for a Reset that the
 * station carried out without a response (`note` says how that is known). `failed` was certainly not carried
 * out: a CALLERROR, an offline station, or a connection that ended before the command was sent. `timeout` got
 * no response in time. `unknown` was sent, and nothing shows whether it was carried out: the connection or
 * the server ended before the response, or the response is invalid.
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

/**
 * Notes about an accepted command, which are codes of the error table: a RemoteStart that no transaction
 * followed (after two minutes) or whose card was refused, and how the result of an unanswered Reset is known.
 */
export const commandNotes = [
  'command.not_started',
  'command.card_blocked',
  'command.card_expired',
  'command.card_invalid',
  'command.card_refused_by_rule',
  'command.card_balance_too_low',
  'command.restarted',
  'command.session_ended',
] as const satisfies readonly ErrorCode[]
export type CommandNote = (typeof commandNotes)[number]

export const MessageParams = Type.Record(Text, Type.Union([Text, Type.Number()]))

export const Command = Type.Object({
  id: Id,
  runid: Id,
  stationid: Id,
  identity: Text,
  action: Text,
  request: Type.Unknown(),
  statecode: Words(commandStates),
  /** The `status` of the station's response, if any. */
  status: Nullable(Text),
  response: Type.Unknown(),
  errorcode: Nullable(Text),
  /** English: the station's description of its error, or why it gave no usable response. */
  message: Nullable(Text),
  /** Code of the error table for `message`; null if the station sent it. */
  messagecode: Nullable(Text),
  /** Values of the placeholders of `messagecode`. */
  messageparams: Nullable(MessageParams),
  /** True if the response came after its time limit: the state stays `timeout`, the response is shown. */
  late: Bool,
  /** English: what followed an accepted command. */
  note: Nullable(Text),
  /** Code of the error table for `note`, one of `commandNotes`. */
  notecode: Nullable(Text),
  /** For a Reset: when the station booted after it, at most ten minutes later. */
  restarted: Nullable(Instant),
  requestedby: Nullable(Text),
  created: Instant,
  sent: Nullable(Instant),
  answered: Nullable(Instant),
  roundtripms: Nullable(Int),
  methods: ObjectMethods,
})

type CommandBody = { action: string; payload: Record<string, unknown> }

export const commandSend = endpoint({
  path: '/command/send',
  names: 'object',
  subject,
  may: 'operator',
  use: creates('command', stationAreas),
  fresh: (body) => {
    const { action, payload } = body as CommandBody // validated against its schema
    return needsFreshLogin(action, payload)
  },
  isVerbatim: true,
  summary:
    'Queue a command to one or many stations, named by identity, <account code>/<identity> or id; answers at once with one row per station; 409 ambiguous where several accounts have an identity',
  body: Type.Object(
    {
      /** Stations by identity, `<account code>/<identity>` or id. */
      identities: Type.Array(Text, { minItems: 1, maxItems: 5000 }),
      action: Text,
      payload: Type.Record(Text, Type.Unknown()),
      waitms: Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
      /** Time limit for the response of each station; absent for the server's default. */
      timeoutseconds: Optional(Type.Integer({ minimum: 1, maximum: 3600 })),
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
  use: sees('command', stationAreas),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Command),
})

export const commandCount = endpoint({
  path: '/command/count',
  subject,
  summary: 'How many commands match',
  may: 'operator',
  use: sees('command', stationAreas),
  body: ListQuery,
  answer: Count,
})

export const commandGet = endpoint({
  path: '/command/get',
  subject,
  summary: 'One command',
  may: 'operator',
  use: sees('command', stationAreas),
  body: JustId,
  answer: Command,
})

export const commandCancel = endpoint({
  path: '/command/cancel',
  subject,
  summary: 'Cancel a command that still waits',
  may: 'operator',
  use: updates('command', stationAreas),
  body: JustId,
  answer: Command,
})
