import pino from 'pino'

/** Names under which a secret could reach the log; their values are masked (INV-12). */
export const secretNames = [
  'password',
  'oldpass',
  'newpass',
  'key',
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

/** One JSON line per event, UTC. No line per OCPP call: the OCPP log in the database is that record. */
export const createLog = (level: string, stream?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    },
    stream ?? pino.destination({ dest: 2, sync: true }),
  )
