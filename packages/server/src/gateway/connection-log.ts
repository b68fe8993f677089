import { isUtf8 } from 'node:buffer'
import type { CloseReason, FrameProblemCode } from '@stationmaster/contract'
import { type FrameProblemReason, toWireText } from '@stationmaster/ocpp'
import type { WebSocket } from 'ws'
import type { LogFact } from '../shared/facts.ts'
import { maskSample } from '../shared/secret-words.ts'

/** Maximum number of characters of a rejected frame in the log. */
const longestSample = 500

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

type Station = { id: string; accountId: string }

const entryOf = (station: Station, part: Partial<LogFact> & Pick<LogFact, 'action'>): LogFact => ({
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

/** Returns the log entry for an opened connection. */
export const connectEntry = (station: Station, about: { address: string; protocol: string }): LogFact =>
  entryOf(station, { action: 'Connect', request: JSON.stringify(about) })

/** Returns the log entry for a frame that is neither a call nor an expected answer. */
export const invalidEntry = (
  station: Station,
  about: { code: FrameProblemCode; sample: string; messageId?: string; answer: string | null },
): LogFact =>
  entryOf(station, {
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
  entryOf(station, {
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
