import { isUtf8 } from 'node:buffer'
import type { CloseReason, FrameProblemCode } from '@stationmaster/contract'
import { type FrameProblemReason, toWireText } from '@stationmaster/ocpp'
import type { WebSocket } from 'ws'
import type { DeviationFact, LogFact } from '../shared/facts.ts'
import { detached } from '../shared/detached.ts'
import { maskFrame, maskSample } from '../shared/secret-words.ts'
import type { CallContext } from '../shared/station-connection.ts'

/** Maximum number of characters of a rejected or deviating frame. */
const longestSample = 500
/** Maximum number of characters of a payload in the log. */
const longestText = 65_536
/** Maximum number of rules whose deviations are counted for a connection. */
const maxRules = 200
/** Maximum number of characters of a deviating frame that are searched for secrets. */
const longestSearched = 4_000

/**
 * Reason for which the server closes a connection: the close code of RFC 6455 or the IANA registry, the code
 * for the log, and the text sent to the station.
 */
export interface Closing {
  code: number
  reason: CloseReason
  text: string
}

const closing = (code: number, reason: CloseReason, text: string): Closing => ({ code, reason, text })

export const closings = {
  replaced: closing(1008, 'Replaced', 'replaced by a newer connection'),
  withdrawn: closing(1008, 'ClosedByOperator', 'the credentials are no longer valid'),
  disabled: closing(1008, 'StationDisabled', 'the station is disabled'),
  storage: closing(1013, 'StorageUnavailable', 'storage unavailable'),
  tooManyLong: closing(1013, 'TooManyLongMessages', 'too many long messages'),
  tooBig: closing(1009, 'FrameTooBig', 'frame too long'),
  notUtf8: closing(1007, 'InvalidUtf8', 'the text is not valid UTF-8'),
  invalid: closing(1008, 'TooManyInvalidMessages', 'too many unreadable frames'),
  errors: closing(1011, 'TooManyErrors', 'too many internal errors'),
  notReading: closing(1006, 'NotReading', 'the station does not read'),
  silent: closing(1006, 'NoSignOfLife', 'no sign of life'),
  stopping: closing(1001, 'ServerStopping', 'the server is being restarted'),
  keyNeeded: closing(1008, 'ClosedByOperator', 'the time without a key is over'),
  byOperator: (why: string) => closing(1001, 'ClosedByOperator', why.slice(0, 120)),
} as const

/** Log codes for texts that are not a valid frame. */
export const codeOfProblem: Record<FrameProblemReason, FrameProblemCode> = {
  'not-json': 'NotJson',
  'not-array': 'NotArray',
  'too-deep': 'TooDeep',
  'too-wide': 'TooWide',
  'bad-id': 'InvalidMessageId',
  'bad-shape': 'InvalidShape',
  'unknown-type': 'UnknownMessageType',
}

const codeOfSocketError = new Map<string, FrameProblemCode>([
  ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 'FrameTooBig'],
  ['WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH', 'FrameTooBig'],
  ['WS_ERR_TOO_MANY_BUFFERED_PARTS', 'TooManyFragments'],
  ['WS_ERR_INVALID_UTF8', 'InvalidUtf8'],
])

/** Returns the code for an error of the socket library; null for errors of the network, which the close reports. */
export function socketErrorCode(error: Error & { code?: string }): FrameProblemCode | null {
  const code = error.code ?? ''
  return codeOfSocketError.get(code) ?? (/^(WS_ERR_|Z_)/.test(code) ? 'ProtocolError' : null)
}

/** Returns the code with which the socket library closes after it has rejected a frame. */
export const socketCloseCode = (reason: FrameProblemCode): number => socketCloseCodes[reason] ?? 1002

const socketCloseCodes: { readonly [Code in FrameProblemCode]?: number } = {
  FrameTooBig: 1009,
  TooManyFragments: 1008,
  InvalidUtf8: 1007,
}

/** Returns the start of a rejected frame without secrets and control characters. */
export function sampleOf(text: string): string {
  const shown = toWireText(maskSample(text, longestSample)).replace(/\p{Cc}/gu, escaped)
  return text.length > longestSample ? `${shown}…` : shown
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Returns the part of a rejected frame that the socket library had received: it stops before it buffers one
 * that is too big. The library has no public access to it; if a later version stores it elsewhere, the entry
 * has no sample.
 */
export function receivedPart(ws: WebSocket): string {
  const { _receiver: receiver } = ws as {
    _receiver?: { _fragments?: unknown; _buffers?: unknown; _masked?: unknown }
  }
  const fragments = buffersOf(receiver?._fragments)
  if (fragments.length > 0) return Buffer.concat(fragments.slice(0, 256)).toString('utf8', 0, 4_096)
  const [first] = buffersOf(receiver?._buffers)
  if (!first || first.length <= 4 || receiver?._masked !== true) return ''
  const part = Buffer.from(first.subarray(4, 4_100))
  for (let n = 0; n < part.length; n++) part[n]! ^= first[n % 4]!
  return isUtf8(part.subarray(0, 64)) ? part.toString('utf8') : part.toString('latin1')
}

const buffersOf = (value: unknown): Buffer[] =>
  Array.isArray(value) ? value.filter((one): one is Buffer => Buffer.isBuffer(one)) : []

/** Returns a text as stored in the log: cut to the maximum length. */
export const forLog = (text: string | null): string | null => {
  if (text === null) return null
  return text.length > longestText ? `${toWireText(text.slice(0, longestText))}…` : toWireText(text)
}

type Station = { id: string; accountId: string }

/** Returns a log entry that was received from a station now, except for the given fields. */
export const logEntry = (station: Station, part: Partial<LogFact> & Pick<LogFact, 'action'>): LogFact => ({
  at: new Date().toISOString(),
  accountId: station.accountId,
  stationId: station.id,
  isOutgoing: false,
  messageId: null,
  request: null,
  response: null,
  errorCode: null,
  durationMs: null,
  commandId: null,
  ...part,
})

/** Returns the log entry for a call of a station and its answer. */
export const callEntry = (
  station: Station,
  call: CallContext & { action: string },
  { response, errorCode = null }: { response: string | null; errorCode?: string | null },
): LogFact => ({
  // complete, not by `logEntry`: each call of a station has one
  at: call.receivedAt.toISOString(),
  accountId: station.accountId,
  stationId: station.id,
  isOutgoing: false,
  action: toWireText(call.action.slice(0, 100)),
  messageId: toWireText(call.id),
  request: forLog(call.rawPayload),
  response: forLog(response),
  errorCode,
  durationMs: Date.now() - call.receivedAt.getTime(),
  commandId: null,
})

/** Returns the log entry for an opened connection. */
export const connectEntry = (station: Station, about: { address: string; protocol: string }): LogFact =>
  logEntry(station, { action: 'Connect', request: JSON.stringify(about) })

/** Returns the log entry for a frame that is neither a call nor an expected answer. */
export const invalidEntry = (
  station: Station,
  about: { code: FrameProblemCode; sample: string; messageId?: string; answer: string | null },
): LogFact =>
  logEntry(station, {
    action: 'InvalidMessage',
    messageId: about.messageId === undefined ? null : toWireText(about.messageId),
    request: about.sample,
    response: about.answer === null ? null : JSON.stringify({ errorDescription: about.answer }),
    errorCode: about.code,
  })

/** Details of a closed connection. */
export interface Ended {
  byServer: boolean
  code: number
  text: string
  reason: CloseReason | null
  openMs: number
  /** Calls that were received but not answered; the station sends them again. */
  unanswered: number
}

/** Returns the log entry for a closed connection. */
export const disconnectEntry = (station: Station, ended: Ended): LogFact =>
  logEntry(station, {
    action: 'Disconnect',
    isOutgoing: ended.byServer,
    request: JSON.stringify({
      code: ended.code,
      ...(ended.text !== '' && { reason: toWireText(ended.text) }),
      openSeconds: Math.round(ended.openMs / 1_000),
      ...(ended.unanswered > 0 && { unanswered: ended.unanswered }),
    }),
    errorCode: ended.reason,
  })

const normalCodes = new Set([1000, 1001, 1005])

/** Returns the reason for which the station closed the connection; null for a normal close. */
export const reasonOfStation = (code: number): CloseReason | null =>
  code === 1006 ? 'ConnectionDropped' : normalCodes.has(code) ? null : 'ClosedByStation'

/** Counts tolerated deviations in memory until they are written. */
export class DeviationCounter {
  private counted = new Map<string, { count: number; sample: string }>()

  note(rule: string, sample: string): void {
    const name = toWireText(rule)
    const known = this.counted.get(name)
    if (known) known.count++
    else if (this.counted.size < maxRules)
      this.counted.set(name, {
        count: 1,
        sample: detached(toWireText(maskFrame(sample.slice(0, longestSearched)).slice(0, longestSample))),
      })
  }

  get isEmpty(): boolean {
    return this.counted.size === 0
  }

  /** Returns the counted deviations and resets the counters. */
  take(stationId: string, at: Date): DeviationFact[] {
    const rows = Array.from(this.counted, ([rule, { count, sample }]) => ({
      stationId,
      rule,
      count,
      lastAt: at.toISOString(),
      sample,
    }))
    this.counted = new Map()
    return rows
  }
}
