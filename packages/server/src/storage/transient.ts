// Error codes of the database or the network after which a retry may help. Never a violated constraint.
const codes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '57P01', // administrator shutdown
  '57P02', // another backend crashed
  '57P03', // starting up
  '53300', // too many connections
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT', // socket of an embedded database that is restarting
])

const messages =
  /Connection terminated|not queryable|Query read timeout|timeout exceeded when trying to connect|connection timeout/

/** Returns true if a retry may help: connection error, conflict, restart. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code !== undefined) return codes.has(code) || code.startsWith('08')
  if (error instanceof AggregateError) return error.errors.some(isTransient)
  return messages.test(error.message)
}

/** Returns true if the statement was certainly not committed. */
export function isConflict(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: string }).code : undefined
  return code === '40001' || code === '40P01'
}
