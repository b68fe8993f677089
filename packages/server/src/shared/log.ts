import pino from 'pino'

/** Names under which a secret could reach the log; their values are masked (INV-12). */
export const secretNames = [
  'password',
  'oldpass',
  'newpass',
  'key',
  'keyhex',
  'token',
  'access_token',
  'refresh_token',
  'subject_token',
  'authorization',
  'AuthorizationKey',
  'code',
  'ticket',
]

export type Log = pino.Logger

const stackLines = 8

/**
 * An error in few words: libraries hang whole connections on theirs. Its code (SQLSTATE or that of the system) is
 * called errorCode, because "code" names secrets here. One with a code says by it what happened; one without is a
 * bug, and shows where.
 */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, code, constraint, cause, stack } = error as Error & Record<string, unknown>
  return {
    type: error.constructor.name || name,
    message,
    errorCode: code,
    constraint,
    cause: cause instanceof Error ? shownError(cause) : undefined,
    stack: code === undefined ? String(stack).split('\n').slice(1, stackLines).join('\n') : undefined,
  }
}

/** What waits for a disk that takes nothing; beyond it lines are dropped. */
const mostWaiting = 256 * 1024

/**
 * Writes lines to a file or a descriptor. One that takes none (a full disk, a closed terminal) costs lines, never the
 * server (G8): how many is told as soon as lines are taken again.
 */
export function logLines(dest: string | number): pino.DestinationStream {
  const stream = pino.destination({ dest, sync: true, maxLength: mostWaiting })
  let lost = 0
  stream.on('error', () => {})
  stream.on('drop', () => lost++)
  stream.on('write', () => {
    if (lost === 0) return
    const line = { level: 40, time: new Date().toISOString(), lost, msg: 'lines of the log were lost' }
    lost = 0
    setImmediate(() => stream.write(`${JSON.stringify(line)}\n`))
  })
  return stream
}

/** One JSON line per event, UTC. No line per OCPP call: the OCPP log in the database is that record. */
export const createLog = (level: string, stream?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: shownError, error: shownError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    },
    stream ?? logLines(2),
  )
