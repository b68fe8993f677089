import { isConflict, isTransient } from './transient.ts'

/**
 * What a failed batch calls for (G5). `away`: the database cannot be reached or cannot work, so the batch
 * waits. `locked`: something it needs is held by somebody else for long, so what needs the same waits alone.
 * `again`: it lost a race, so it is decided anew. `fault`: some row of it is bad.
 */
export type Failure = 'away' | 'locked' | 'again' | 'fault'

/** No connection could be made. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

const awayCodes = new Set([
  '53100', // disk full
  '53200', // out of memory
  '58030', // input or output failed
  '25006', // a standby: read only
])

const lockedCodes = new Set([
  '57014', // our own time limit
  '55P03', // our own limit on waiting for a lock
])

/** Two deliveries of one start, or a number that is taken: the second decision finds the first fact. */
const racedKeys = new Set(['transactions_station_id_start_key_key', 'transactions_number_key'])

const silent = /Query read timeout|not queryable|Connection terminated/

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return 'fault'
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (isConflict(error)) return 'again'
  if (code !== undefined && lockedCodes.has(code)) return 'locked'
  if (error instanceof Unreachable) return 'away'
  if (isTransient(error) || (code !== undefined && awayCodes.has(code)) || silent.test(error.message))
    return 'away'
  if (code === '23505' && constraint !== undefined && racedKeys.has(constraint)) return 'again'
  // The guard of the stops: another delivery of the same stop was faster.
  if (code === '22012') return 'again'
  return 'fault'
}
