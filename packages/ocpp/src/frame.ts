import type { ErrorCode } from './error-codes.ts'
import { defaultCaps, scanShape, type FrameCaps } from './frame-scan.ts'
import { maxMessageIdLength } from './message-ids.ts'

export interface CallFrame {
  kind: 'call'
  id: string
  action: string
  payload: unknown
}
export interface ResultFrame {
  kind: 'result'
  id: string
  payload: unknown
}
export interface ErrorFrame {
  kind: 'error'
  id: string
  /** The code as received; `readErrorCode` maps it to a code of the standard. */
  code: string
  description: string
  details: unknown
}
export type Frame = CallFrame | ResultFrame | ErrorFrame

export type FrameProblemReason =
  | 'not-json'
  | 'not-array'
  | 'too-deep'
  | 'too-wide'
  | 'bad-id'
  | 'bad-shape'
  | 'unknown-type'

/**
 * A text that is not a valid frame. With `id` and `code` it was a call and gets a CALLERROR; with `id` alone
 * it was an answer, and the call it answers has failed; without `id` it cannot be answered. `unknown-type` is
 * a message type of another version, which OCPP-J 1.6 (4.1.3) requires to be ignored.
 */
export interface FrameProblem {
  kind: 'problem'
  reason: FrameProblemReason
  id?: string
  code?: ErrorCode
  description: string
}

const CALL = 2
const RESULT = 3
const ERROR = 4

/** Longer ids are not echoed, so that an answer cannot grow to a quarter of a megabyte. */
const MAX_ECHO_LENGTH = 1_024
const LONGEST_ACTION = 255

const descriptions: Record<FrameProblemReason, string> = {
  'not-json': 'The text is not valid JSON',
  'not-array': 'A message is a JSON array',
  'too-deep': 'The message is nested too deeply',
  'too-wide': 'The message holds too many values',
  'bad-id': `The message id must be a string of 1 to ${maxMessageIdLength} characters`,
  'bad-shape': 'The message does not have the elements of its type',
  'unknown-type': 'The message type is not one of OCPP 1.6',
}

function problem(
  reason: FrameProblemReason,
  { type, id }: { type?: unknown; id?: unknown } = {},
  description = descriptions[reason],
): FrameProblem {
  const found: FrameProblem = { kind: 'problem', reason, description }
  // OCPP-J 1.6, 4.1.4: ids are strings. A station that uses numbers gets the digits back as a string.
  const echo = typeof id === 'number' && Number.isFinite(id) ? String(id) : id
  if (typeof echo !== 'string' || echo.length > MAX_ECHO_LENGTH) return found
  if (type === CALL) return { ...found, id: echo, code: 'FormationViolation' }
  if (type === RESULT || type === ERROR) return { ...found, id: echo }
  return found
}

/** Reads the message type and id from the start of a text that cannot or must not be parsed as a whole. */
function unparsed(reason: FrameProblemReason, text: string): FrameProblem {
  const [, type, id] = /^\s*\[\s*([234])\s*,\s*"([^"\\\p{Cc}]{1,36})"\s*,/u.exec(text.slice(0, 200)) ?? []
  return problem(reason, { type: Number(type), id })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `null` and `{}` both mean an empty payload (OCPP-J 1.6, 4.1.2). */
const readPayload = (value: unknown): unknown => (value === null ? {} : value)

/** `JSON.parse` makes `__proto__` an ordinary member, which a careless copy would turn into a prototype. */
function dropPrototypeKeys(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) dropPrototypeKeys(item)
  } else if (isObject(value)) {
    delete value['__proto__']
    for (const member of Object.values(value)) dropPrototypeKeys(member)
  }
}

function parse(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    // A key can also be written with escapes.
    if (text.includes('__proto__') || text.includes('\\u')) dropPrototypeKeys(value)
    return { value }
  } catch {
    // The parser's message quotes the text; the reason is sufficient and reveals nothing.
    return null
  }
}

function readCall(id: string, parts: readonly unknown[]): Frame | FrameProblem {
  const [type, , action, payload] = parts
  if (parts.length !== 4) return problem('bad-shape', { type, id }, 'A call has four elements')
  if (typeof action !== 'string' || action === '' || action.length > LONGEST_ACTION)
    return problem('bad-shape', { type, id }, 'The action of a call must be a string')
  if (payload !== null && !isObject(payload))
    return problem('bad-shape', { type, id }, 'The payload must be a JSON object')
  return { kind: 'call', id, action, payload: readPayload(payload) }
}

function readResult(id: string, parts: readonly unknown[]): Frame | FrameProblem {
  const payload = parts[2] ?? null
  if (payload !== null && !isObject(payload))
    return problem('bad-shape', { type: RESULT, id }, 'The payload of the answer is not a JSON object')
  return { kind: 'result', id, payload: readPayload(payload) }
}

/** A CALLERROR without description or details still means that the call has failed. */
function readError(id: string, parts: readonly unknown[]): Frame | FrameProblem {
  const [type, , code, description, details] = parts
  if (typeof code !== 'string') return problem('bad-shape', { type, id }, 'The error has no error code')
  return {
    kind: 'error',
    id,
    code,
    description: typeof description === 'string' ? description : '',
    details: details ?? {},
  }
}

/**
 * Parses a text received over the socket. Never throws. Depth, members per object and values are limited
 * before parsing, so that no text within the size limit of the socket can block the process.
 */
export function readFrame(text: string, caps: FrameCaps = defaultCaps): Frame | FrameProblem {
  const tooMuch = scanShape(text, caps)
  if (tooMuch) return unparsed(tooMuch, text)
  const parsed = parse(text)
  if (!parsed) return unparsed('not-json', text)
  const parts = parsed.value
  if (!Array.isArray(parts)) return problem('not-array')

  const [type, id]: unknown[] = parts
  if (typeof type !== 'number') return problem('bad-shape')
  if (type !== CALL && type !== RESULT && type !== ERROR) return problem('unknown-type')
  if (typeof id !== 'string' || id === '' || id.length > maxMessageIdLength)
    return problem('bad-id', { type, id })
  if (type === CALL) return readCall(id, parts)
  return type === RESULT ? readResult(id, parts) : readError(id, parts)
}

/** Parses a JSON array; returns null if the text is not one. */
export function readArray(text: string): unknown[] | null {
  const parsed = parse(text)
  return parsed && Array.isArray(parsed.value) ? parsed.value : null
}

/** Returns a CALL as text. An absent payload is written as `{}`. */
export function writeCall(id: string, action: string, payload: unknown): string {
  return `[2,${JSON.stringify(id)},${JSON.stringify(action)},${JSON.stringify(payload ?? {})}]`
}

/** Returns a CALLRESULT as text. */
export function writeResult(id: string, payload: unknown): string {
  return `[3,${JSON.stringify(id)},${JSON.stringify(payload ?? {})}]`
}

/** Maximum length of an error description in the standard. */
const MAX_DESCRIPTION_LENGTH = 255

/** Returns a CALLERROR as text. The description is truncated at 255 characters, never within a character. */
export function writeError(
  id: string,
  { code, description = '', details }: { code: ErrorCode; description?: string; details?: unknown },
): string {
  const words = description.slice(0, MAX_DESCRIPTION_LENGTH).replace(/[\ud800-\udbff]$/, '')
  return `[4,${JSON.stringify(id)},"${code}",${JSON.stringify(words)},${JSON.stringify(details ?? {})}]`
}

/** Returns the index after the string that begins at `start`. */
function indexAfterString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x22) return i + 1
    if (unit === 0x5c) i++
  }
  return text.length
}

/** Returns the index after the next comma outside of strings. */
function indexAfterComma(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x2c) return i + 1
    if (unit === 0x22) i = indexAfterString(text, i) - 1
  }
  return text.length
}

/**
 * Returns the payload of a frame exactly as the station wrote it, including digits beyond 2^53, escaped NUL
 * and lone surrogates, which a parsed value would lose. The frame must be valid.
 * @param commas commas before the payload: 3 in a call, 2 in a result
 */
export function rawPayload(frameText: string, commas: 2 | 3): string {
  let start = 0
  for (let n = 0; n < commas; n++) start = indexAfterComma(frameText, start)
  const text = frameText.slice(start, frameText.lastIndexOf(']')).trim()
  return text === '' || text === 'null' ? '{}' : text
}
