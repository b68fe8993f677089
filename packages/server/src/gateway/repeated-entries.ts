import { createHash } from 'node:crypto'
import { messages16 } from '@stationmaster/ocpp/v16'
import type { Series, StationLog } from './log-compactor.ts'

/** Entries per minute that are written one by one, by kind of repetition. */
const perMinute = { boot: 2, status: 120, transfer: 12, refused: 20, resent: 5, invalid: 5, connection: 5 }

type Log = Pick<StationLog, 'seriesOf'>

/** Returns the series of a call that stations are known to repeat if it exceeds the limit of this minute. */
export function callSeries(log: Log, action: string, payload: unknown): Series | null {
  switch (action) {
    case 'BootNotification':
      return log.seriesOf(`${action}/${hashOf(payload)}`, perMinute.boot)
    case 'StatusNotification':
      return log.seriesOf(`${action}/${connectorOf(payload)}`, perMinute.status)
    case 'DataTransfer':
      return log.seriesOf(action, perMinute.transfer)
    default:
      return null
  }
}

/** Returns the series of refused calls; the names of actions that OCPP does not define share one. */
export const refusedSeries = (log: Log, action: string, code: string): Series | null =>
  log.seriesOf(`refused/${Object.hasOwn(messages16, action) ? action : ''}/${code}`, perMinute.refused)

/** Returns the series of calls that were sent again under the same message id. */
export const resentSeries = (log: Log, action: string): Series | null =>
  log.seriesOf(`resent/${action}`, perMinute.resent)

/** Returns the series of frames with the same problem. */
export const invalidSeries = (log: Log, code: string): Series | null =>
  log.seriesOf(`invalid/${code}`, perMinute.invalid)

/** Returns the series of connections that begin, or end for the same reason. */
export const connectionSeries = (log: Log, kind: string): Series | null =>
  log.seriesOf(`connection/${kind}`, perMinute.connection)

const hashOf = (payload: unknown): string =>
  createHash('sha256').update(JSON.stringify(payload)).digest('base64')

const connectorOf = (payload: unknown): string =>
  String((payload as { connectorId?: unknown } | null)?.connectorId).slice(0, 20)
