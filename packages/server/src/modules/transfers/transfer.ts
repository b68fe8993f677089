import type { transferKinds } from '@stationmaster/contract'
import { isPayload, type Payload } from '../commands/index.ts'

export type TransferKind = (typeof transferKinds)[number]

/** What a command of this action begins. */
export interface TransferMatch {
  kind: TransferKind
  /** Without credentials: the request is the shown one. */
  location: string
  requestNumber: number | null
}

export const transferActions = ['UpdateFirmware', 'GetDiagnostics', 'GetLog', 'SignedUpdateFirmware'] as const

export function transferMatchOf(action: string, request: Payload): TransferMatch {
  const inner = action === 'GetLog' ? request['log'] : request['firmware']
  const part = isPayload(inner) ? inner : request
  const number = request['requestId']
  return {
    kind: action === 'GetLog' ? 'log' : action === 'GetDiagnostics' ? 'diagnostics' : 'firmware',
    location: String(part['location'] ?? part['remoteLocation'] ?? ''),
    requestNumber: Number.isSafeInteger(number) ? (number as number) : null,
  }
}

/** The name of the file that the station will upload; GetLog spells it without a capital. */
export function fileNameIn(answer: unknown): string | null {
  if (!isPayload(answer)) return null
  const name = answer['fileName'] ?? answer['filename']
  return typeof name === 'string' && name !== '' ? name : null
}

/** The words with which a station says that nothing more follows; the others are steps on the way. */
const last: ReadonlySet<string> = new Set([
  'Uploaded',
  'UploadFailed',
  'UploadFailure',
  'BadMessage',
  'NotSupportedOperation',
  'PermissionDenied',
  'Installed',
  'DownloadFailed',
  'InstallationFailed',
  'InstallVerificationFailed',
  'InvalidSignature',
])
export const isLast = (status: string): boolean => last.has(status)
const succeeded: ReadonlySet<string> = new Set(['Uploaded', 'Installed'])

/** A transfer that a station's status may belong to. */
export interface Candidate {
  id: string
  status: string
  isFinished: boolean
}

/**
 * What a station's status means for the transfer it seems to belong to. `note`: a step of it, also when a
 * failed one is tried again. `begin`: of a transfer that nobody here asked for. `ignore`: told before, or
 * "Idle", which says that nothing goes on.
 */
export function readStatus(status: string, candidate: Candidate | null): 'note' | 'begin' | 'ignore' {
  if (status === 'Idle') return 'ignore'
  if (!candidate) return 'begin'
  if (candidate.status === status) return 'ignore'
  if (!candidate.isFinished) return 'note'
  return succeeded.has(candidate.status) ? 'begin' : 'note'
}
