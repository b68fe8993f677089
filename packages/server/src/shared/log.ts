import pino from 'pino'
import { currentTrace } from './current-trace.ts'

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
 * Returns a short form of an error: libraries attach whole connections to theirs. Its code (SQLSTATE or
 * system error) is logged as errorCode, because "code" is a name of secrets here. A code identifies the
 * failure; an error without one is a bug and is logged with its stack.
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

/** Bytes that wait for a destination that accepts nothing; beyond this lines are dropped. */
const maxWaiting = 256 * 1024

/**
 * Writes lines to a file or a descriptor. One that accepts none (a full disk, a closed terminal) loses lines
 * but never stops the server (G8): the number of lost lines is logged when writing works again.
 */
export function logLines(dest: string | number): pino.DestinationStream {
  const stream = pino.destination({ dest, sync: true, maxLength: maxWaiting })
  let lost = 0
  stream.on('error', () => {})
  stream.on('drop', () => lost++)
  stream.on('write', () => {
    if (lost === 0) return
    const line = { level: 40, time: new Date().toISOString(), lost, msg: 'log lines were lost' }
    lost = 0
    setImmediate(() => stream.write(`${JSON.stringify(line)}\n`))
  })
  return stream
}

/**
 * Creates a log with one JSON line per event, in UTC. OCPP calls are not logged here: the database has the
 * OCPP log.
 */
export const createLog = (level: string, stream?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ ...currentTrace.getStore()?.fields }),
      serializers: { err: shownError, error: shownError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    },
    stream ?? logLines(2),
  )
