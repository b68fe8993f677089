import { commandWords } from '@stationmaster/contract'
import type { commandStates } from '@stationmaster/contract'
import type { SystemAction16 } from '@stationmaster/ocpp/v16'
import { maskResponse } from './masking.ts'
import { asJson, isPayload } from './payload.ts'

export type CommandState = (typeof commandStates)[number]

/**
 * What became of a command that was taken from the queue. `gone`: the connection ended after it was sent; `unsent`: before.
 * `late`: the answer came after the time limit.
 */
export type Outcome =
  | { kind: 'result'; payload: unknown; rawText?: string }
  | { kind: 'error'; code: string; description: string; details?: unknown }
  | { kind: 'unreadable'; rawText: string }
  | { kind: 'timeout' }
  | { kind: 'gone'; why: string }
  | { kind: 'unsent'; why: string }
  | { kind: 'late'; answer: Extract<Outcome, { kind: 'result' | 'error' }> }

/** What an outcome changes in the row of its command. */
export interface ConcludedCommand {
  state: CommandState
  /** The `status` of the station's answer. */
  status: string | null
  /** The answer as JSON text, for the column that keeps it as it came. */
  response: string | null
  errorCode: string | null
  message: string | null
  isLate: boolean
  /** Whether the station itself has answered. */
  isAnswered: boolean
}

/** How long a command may wait for its turn, and for a station that comes back. */
export const queueMs = 120_000
/** P2: how long a station may take to answer. */
export const answerMs = 30_000
/** Beyond its own time limit, before another process gives a sent command up. */
export const graceMs = 10_000
/** INV-9: waiting commands of one station. */
export const mostWaiting = 100
/** Q37: accepted, and still no transaction. */
export const startPatienceMs = 120_000
export const notStartedNote = commandWords.notStarted
/** How long after a Reset a boot of the station counts as its effect. */
export const restartMs = 600_000

/** What counts as yes, by action; commands that are not named have `Accepted` alone. */
const yes: { readonly [Action in SystemAction16]?: readonly string[] } = {
  ChangeAvailability: ['Accepted', 'Scheduled'],
  ChangeConfiguration: ['Accepted', 'RebootRequired'],
  GetLog: ['Accepted', 'AcceptedCanceled'],
  SignedUpdateFirmware: ['Accepted', 'AcceptedCanceled'],
  UnlockConnector: ['Unlocked'],
}

/** Actions whose answer has no status: that it came is the yes. */
const withoutStatus: ReadonlySet<string> = new Set<SystemAction16>([
  'GetConfiguration',
  'GetDiagnostics',
  'GetLocalListVersion',
  'UpdateFirmware',
])

function readResult(
  action: string,
  payload: unknown,
): Pick<ConcludedCommand, 'state' | 'status' | 'message'> {
  if (withoutStatus.has(action)) return { state: 'accepted', status: null, message: null }
  const status = isPayload(payload) ? payload['status'] : undefined
  if (typeof status !== 'string' || status === '')
    return { state: 'unknown', status: null, message: commandWords.noStatus }
  // Stations are read leniently: `accepted` is a yes.
  const accepted = (yes[action as SystemAction16] ?? ['Accepted']).some(
    (word) => word.toLowerCase() === status.trim().toLowerCase(),
  )
  return { state: accepted ? 'accepted' : 'rejected', status, message: null }
}

/** The text of an answer, which keeps what parsing loses, such as digits beyond 2^53; null where it is not JSON. */
function asSent(rawText: string | undefined): string | null {
  if (rawText === undefined) return null
  try {
    JSON.parse(rawText)
    return rawText
  } catch {
    return null
  }
}

function settleAnswer(action: string, outcome: Outcome): ConcludedCommand {
  const silent = { status: null, response: null, errorCode: null, isLate: false, isAnswered: false }
  switch (outcome.kind) {
    case 'result': {
      const read = readResult(action, outcome.payload)
      const shown = maskResponse(action, outcome.payload)
      const response = (shown === outcome.payload && asSent(outcome.rawText)) || asJson(shown)
      return { ...read, response, errorCode: null, isLate: false, isAnswered: true }
    }
    case 'error': {
      const { code, description, details } = outcome
      const response = details === undefined || details === null ? null : asJson({ errorDetails: details })
      return { ...silent, state: 'failed', errorCode: code, message: description, response, isAnswered: true }
    }
    case 'unreadable': {
      const message = commandWords.unreadable
      return { ...silent, state: 'unknown', message, response: asJson(outcome.rawText), isAnswered: true }
    }
    case 'timeout':
      return { ...silent, state: 'timeout', message: commandWords.noAnswer }
    case 'gone':
      return { ...silent, state: 'unknown', message: `${commandWords.connectionLost}: ${outcome.why}.` }
    case 'unsent':
      return { ...silent, state: 'failed', message: `${commandWords.notSent}: ${outcome.why}.` }
    case 'late':
      return { ...settleAnswer(action, outcome.answer), isLate: true }
  }
}

/**
 * What an outcome makes of a command in a state, or null where nothing is to be changed: the first end of a
 * command stands. An answer after the time limit is kept and shown, the state stays; after a restart of ours
 * the station's word is the only one.
 */
export function conclude(action: string, state: CommandState, outcome: Outcome): ConcludedCommand | null {
  const settled = settleAnswer(action, outcome)
  if (state === 'sent') return settled.isLate ? { ...settled, state: 'timeout' } : settled
  if (!settled.isAnswered) return null
  if (state === 'unknown' && !settled.isLate) return settled
  if (state === 'timeout' || state === 'unknown') return { ...settled, state, isLate: true }
  return null
}
