import type { commandStates } from '@stationmaster/contract'
import { toWireText } from '@stationmaster/ocpp'
import type { SystemAction16 } from '@stationmaster/ocpp/v16'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { CommandOutcome } from '../../shared/station-command.ts'
import { maskResponse } from './masking.ts'
import { asJson, isPayload } from './payload.ts'

export type CommandState = (typeof commandStates)[number]

/** Changes of a command's row by an outcome. */
export interface ConcludedCommand {
  state: CommandState
  /** The `status` of the station's answer. */
  status: string | null
  /** The answer as JSON text, stored unchanged. */
  response: string | null
  errorCode: string | null
  /** The station's description of its error. */
  description: string | null
  /** Reason why there is no usable answer. */
  reason: Refusal | null
  isLate: boolean
  /** True if the station itself has answered. */
  isAnswered: boolean
}

/** Milliseconds that a command may wait in the queue, including for a station to reconnect. */
export const queueMs = 120_000
/** P2: milliseconds that a station may take to answer. */
export const answerMs = 30_000
/** Milliseconds beyond its time limit after which another process ends a sent command. */
export const graceMs = 10_000
/** INV-9: maximum of waiting commands per station. */
export const maxWaiting = 100
/** Milliseconds after a Reset within which a boot of the station counts as its effect. */
export const restartMs = 600_000

/** Statuses that count as accepted, by action; actions not listed have `Accepted` only. */
const acceptedStatuses: { readonly [Action in SystemAction16]?: readonly string[] } = {
  ChangeAvailability: ['Accepted', 'Scheduled'],
  ChangeConfiguration: ['Accepted', 'RebootRequired'],
  GetLog: ['Accepted', 'AcceptedCanceled'],
  SignedUpdateFirmware: ['Accepted', 'AcceptedCanceled'],
  UnlockConnector: ['Unlocked'],
}

/** Actions whose answer has no status: any answer means accepted. */
const withoutStatus: ReadonlySet<string> = new Set<SystemAction16>([
  'GetConfiguration',
  'GetDiagnostics',
  'GetLocalListVersion',
  'UpdateFirmware',
])

/** Characters of an unreadable answer in the reason; the whole answer is stored, too. */
const shownLength = 200

function readResult(action: string, payload: unknown): Pick<ConcludedCommand, 'state' | 'status' | 'reason'> {
  if (withoutStatus.has(action)) return { state: 'accepted', status: null, reason: null }
  const status = isPayload(payload) ? payload['status'] : undefined
  if (typeof status !== 'string' || status === '')
    return { state: 'unknown', status: null, reason: refuse('command.no_status') }
  // statuses of stations are compared leniently: `accepted` counts as well
  const accepted = (acceptedStatuses[action as SystemAction16] ?? ['Accepted']).some(
    (acceptedStatus) => acceptedStatus.toLowerCase() === status.trim().toLowerCase(),
  )
  return { state: accepted ? 'accepted' : 'rejected', status, reason: null }
}

/**
 * Returns the raw text of an answer, which preserves what parsing loses, such as digits beyond 2^53; null if
 * it is not JSON.
 */
function asSent(rawText: string | undefined): string | null {
  if (rawText === undefined) return null
  try {
    JSON.parse(rawText)
    return rawText
  } catch {
    return null
  }
}

function settleAnswer(action: string, outcome: CommandOutcome): ConcludedCommand {
  const silent = {
    status: null,
    response: null,
    errorCode: null,
    description: null,
    reason: null,
    isLate: false,
    isAnswered: false,
  }
  switch (outcome.kind) {
    case 'result': {
      const read = readResult(action, outcome.payload)
      const shown = maskResponse(action, outcome.payload)
      const response = (shown === outcome.payload && asSent(outcome.rawText)) || asJson(shown)
      return { ...silent, ...read, response, isAnswered: true }
    }
    case 'error': {
      const { code, description, details } = outcome
      const response = details === undefined || details === null ? null : asJson({ errorDetails: details })
      return { ...silent, state: 'failed', errorCode: code, description, response, isAnswered: true }
    }
    case 'unreadable': {
      const { rawText } = outcome
      const reason = refuse('command.response_unreadable', {
        response: toWireText(rawText.slice(0, shownLength)),
      })
      return { ...silent, state: 'unknown', reason, response: asJson(rawText), isAnswered: true }
    }
    case 'timeout':
      return { ...silent, state: 'timeout', reason: refuse('command.no_response') }
    case 'gone':
      return { ...silent, state: 'unknown', reason: refuse('command.connection_lost') }
    case 'unsent':
      return { ...silent, state: 'failed', reason: refuse('command.not_sent') }
    case 'late':
      return { ...settleAnswer(action, outcome.answer), isLate: true }
  }
}

/**
 * Returns the changes of a command in a state by an outcome, or null if nothing changes: the first end of a
 * command is final. An answer after the time limit is stored and shown, and the state stays; if a restart of
 * the server ended the command, a later answer of the station decides.
 */
export function conclude(
  action: string,
  state: CommandState,
  outcome: CommandOutcome,
): ConcludedCommand | null {
  const settled = settleAnswer(action, outcome)
  if (state === 'sent') return settled.isLate ? { ...settled, state: 'timeout' } : settled
  if (!settled.isAnswered) return null
  if (state === 'unknown' && !settled.isLate) return settled
  if (state === 'timeout' || state === 'unknown') return { ...settled, state, isLate: true }
  return null
}
