import {
  type CloseReason,
  closeReasons,
  type FrameProblemCode,
  frameProblems,
  logLimits,
} from '@stationmaster/contract'
import { errorCodes } from '@stationmaster/ocpp'
import type { LogRow } from './log-window.ts'
import { payloadOf, statusOf } from './log-summary.ts'

/** Refusals of commands, `action/status`, that need an explanation beyond the status. */
const refusals = {
  'CancelReservation/Rejected': 'cancelRejected',
  'ChangeAvailability/Rejected': 'availabilityRejected',
  'ChangeAvailability/Scheduled': 'availabilityScheduled',
  'ChangeConfiguration/NotSupported': 'keyUnknown',
  'ChangeConfiguration/RebootRequired': 'rebootRequired',
  'ChangeConfiguration/Rejected': 'keyRejected',
  'ClearChargingProfile/Unknown': 'profileUnknown',
  'DataTransfer/Rejected': 'dataRejected',
  'DataTransfer/UnknownMessageId': 'dataUnknown',
  'DataTransfer/UnknownVendorId': 'dataUnknown',
  'GetCompositeSchedule/Rejected': 'scheduleRejected',
  'RemoteStartTransaction/Rejected': 'startRejected',
  'RemoteStopTransaction/Rejected': 'stopRejected',
  'ReserveNow/Faulted': 'reserveFaulted',
  'ReserveNow/Occupied': 'reserveOccupied',
  'ReserveNow/Rejected': 'reserveRejected',
  'ReserveNow/Unavailable': 'reserveUnavailable',
  'Reset/Rejected': 'resetRejected',
  'SendLocalList/Failed': 'listFailed',
  'SendLocalList/NotSupported': 'listNotSupported',
  'SendLocalList/VersionMismatch': 'listVersion',
  'SetChargingProfile/NotSupported': 'profileNotSupported',
  'SetChargingProfile/Rejected': 'profileRejected',
  'TriggerMessage/NotImplemented': 'triggerNotImplemented',
  'TriggerMessage/Rejected': 'triggerRejected',
  'UnlockConnector/NotSupported': 'unlockNotSupported',
  'UnlockConnector/UnlockFailed': 'unlockFailed',
} as const

/** Statuses of other responses that are refusals as well. */
const refusedStatuses = new Set([
  'Rejected',
  'Failed',
  'NotSupported',
  'NotImplemented',
  'NotFound',
  'Unknown',
])

/** Our responses that keep a station from doing what it requested. */
const answers = {
  Blocked: 'cardBlocked',
  Expired: 'cardExpired',
  Invalid: 'cardInvalid',
  ConcurrentTx: 'cardConcurrent',
} as const
/** Results of our commands without a proper response, as the log names them. */
const ends = {
  Timeout: 'noAnswer',
  ConnectionLost: 'connectionLost',
  Late: 'late',
  Unreadable: 'unreadable',
} as const
/** Start and end of the reasons in the log for which a connection was rejected. */
const rejectionReasons = [
  ['no common subprotocol', 'offered none', 'subprotocolMissing'],
  ['no common subprotocol', '', 'subprotocolOther'],
] as const
const boots = { Pending: 'bootPending', Rejected: 'bootRejected' } as const

/** Codes of entries about the connection instead of a call. */
const connectionCodes = [...frameProblems, ...closeReasons, ...logLimits] as const
const connectionActions = new Set(['InvalidMessage', 'Disconnect', 'LogLimit'])
/** Codes that are part of normal operation or need no action. */
const harmless: ReadonlySet<string> = new Set<CloseReason | FrameProblemCode | (typeof logLimits)[number]>([
  'AccountLogLimit',
  'ClosedByOperator',
  'ClosedByStation',
  'LogLimit',
  'Replaced',
  'ServerStopping',
  'StationDisabled',
  'StationRemoved',
  'UnexpectedAnswer',
  'UnknownMessageType',
])

export type Why =
  | Uncapitalize<(typeof connectionCodes)[number]>
  | (typeof refusals)[keyof typeof refusals]
  | (typeof answers)[keyof typeof answers]
  | (typeof boots)[keyof typeof boots]
  | (typeof errorCodes)[number]
  | (typeof ends)[keyof typeof ends]
  | (typeof rejectionReasons)[number][2]
  | 'connectionRejected'
  | 'unknownCode'
  | 'refusedPlain'
  | 'fault'

export interface Explanation {
  why: Why
  /** `failed`: no proper response. `refused`: a refusal. `warning`: a proper response that reports a problem. */
  kind: 'failed' | 'refused' | 'warning'
  /** Description that came with the code. */
  description: string | null
}

/** Returns why a message failed or was refused, as far as the log shows it; null if it succeeded. */
export function explain(row: LogRow): Explanation | null {
  if (row.errorcode !== null) {
    if (connectionActions.has(row.action)) return explainConnection(row, row.errorcode)
    const end = lookUp(ends, row.errorcode)
    if (end !== null) return { why: end, kind: end === 'late' ? 'warning' : 'failed', description: null }
    if (row.errorcode === 'ConnectionRefused' && row.direction === 'in') {
      const description = descriptionOf(row)
      return { why: whyRejected(description ?? ''), kind: 'failed', description }
    }
    return { why: whyOfCode(row.errorcode), kind: 'failed', description: descriptionOf(row) }
  }
  const status = statusOf(row)
  const why = status === null ? null : whyOfStatus(row, status)
  if (why !== null) return { why, kind: 'refused', description: null }
  return isFault(row) ? { why: 'fault', kind: 'warning', description: null } : null
}

function explainConnection(row: LogRow, code: string): Explanation {
  const known = connectionCodes.find((one) => one === code)
  // A code that this console does not know yet is shown with the text of the entry.
  const why = known
    ? (`${known[0]!.toLowerCase()}${known.slice(1)}` as Uncapitalize<typeof known>)
    : 'unknownCode'
  const description = row.action === 'Disconnect' ? payloadOf(row.request)?.reason : descriptionOf(row)
  return {
    why,
    kind: harmless.has(code) ? 'warning' : 'failed',
    description: typeof description === 'string' ? description : null,
  }
}

function whyOfCode(code: string): Why {
  // Both spellings of this code are in the field (OCPP-J 1.6, table 7, and its errata).
  const folded = code
    .toLowerCase()
    .replace('occurrence', 'occurence')
    .replace('formatviolation', 'formationviolation')
  return errorCodes.find((known) => known.toLowerCase() === folded) ?? 'unknownCode'
}

function whyRejected(description: string): Why {
  const known = rejectionReasons.find(
    ([start, end]) => description.startsWith(start) && description.endsWith(end),
  )
  return known?.[2] ?? 'connectionRejected'
}

function whyOfStatus(row: LogRow, status: string): Why | null {
  if (row.direction === 'out')
    return (
      lookUp(refusals, `${row.action}/${status}`) ?? (refusedStatuses.has(status) ? 'refusedPlain' : null)
    )
  if (row.action === 'BootNotification') return lookUp(boots, status)
  return lookUp(answers, status)
}

function lookUp<T extends Record<string, Why>>(table: T, key: string): T[keyof T] | null {
  return Object.hasOwn(table, key) ? (table[key as keyof T] ?? null) : null
}

/** The response of an error contains its description. */
function descriptionOf({ response }: LogRow): string | null {
  const payload = payloadOf(response)
  if (payload === null) return response
  const description = payload.errorDescription ?? payload.description ?? payload.message
  return typeof description === 'string' && description !== '' ? description : null
}

function isFault(row: LogRow): boolean {
  if (row.action !== 'StatusNotification') return false
  const code = payloadOf(row.request)?.errorCode
  return typeof code === 'string' && code !== 'NoError'
}
