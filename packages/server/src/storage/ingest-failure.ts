import { isConflict, isTransient } from './transient.ts'

/**
 * Reaction to a failed batch (G5). `away`: the database cannot be reached or cannot work, so the batch waits.
 * `locked`: another transaction holds a lock for long, so messages that need the same rows wait separately.
 * `again`: it lost a race, so it is decided again. `replaced`: some of its messages arrived over connections that have
 * been replaced. `fault`: one of its rows is invalid.
 */
export type Failure = 'away' | 'locked' | 'again' | 'replaced' | 'fault'

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
  '57014', // statement timeout of the server
  '55P03', // lock timeout of the server
])

/** Two deliveries of one start, a number that is taken, or a remote start: the second decision finds the first fact. */
const racedKeys = new Set([
  'transactions_station_id_start_key_key',
  'transactions_number_key',
  'transactions_command',
])

/** Raised by the function refuse_replaced of the database. */
const replacedCode = 'SM001'

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return 'fault'
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (isConflict(error)) return 'again'
  if (code !== undefined && lockedCodes.has(code)) return 'locked'
  if (error instanceof Unreachable) return 'away'
  if (isTransient(error) || (code !== undefined && awayCodes.has(code))) return 'away'
  if (code === '23505' && constraint !== undefined && racedKeys.has(constraint)) return 'again'
  if (code === replacedCode) return 'replaced'
  // The guard of the stops: another delivery of the same stop was committed first.
  if (code === '22012') return 'again'
  return 'fault'
}
