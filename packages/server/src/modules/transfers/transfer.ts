import type { transferKinds } from '@stationmaster/contract'
import { isPayload, type Payload } from '../commands/index.ts'

export type TransferKind = (typeof transferKinds)[number]

/** Kind of transfer that a command with this action begins. */
export interface TransferMatch {
  kind: TransferKind
  /** Without credentials: the request is the masked one. */
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

/** Returns the name of the file that the station will upload; GetLog spells the field without a capital. */
export function fileNameIn(answer: unknown): string | null {
  if (!isPayload(answer)) return null
  const name = answer['fileName'] ?? answer['filename']
  return typeof name === 'string' && name !== '' ? name : null
}

/** Statuses after which no other follows; the others are steps in between. */
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

/** A transfer to which a station's status may belong. */
export interface Candidate {
  id: string
  status: string
  isFinished: boolean
}

/**
 * Returns how a station's status applies to a candidate. `note`: a step of it, also if a failed one is tried
 * again. `begin`: a new transfer that was not requested here. `ignore`: a repetition, or "Idle", which means
 * that no transfer is in progress.
 */
export function readStatus(status: string, candidate: Candidate | null): 'note' | 'begin' | 'ignore' {
  if (status === 'Idle') return 'ignore'
  if (!candidate) return 'begin'
  if (candidate.status === status) return 'ignore'
  if (!candidate.isFinished) return 'note'
  return succeeded.has(candidate.status) ? 'begin' : 'note'
}
