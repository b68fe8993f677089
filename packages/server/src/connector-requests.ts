import {
  type BodyOf,
  connectorReserve,
  connectorStart,
  connectorStop,
  type Endpoint,
} from '@stationmaster/contract'
import { Compile } from 'typebox/compile'
import { refuseBySchema } from './http/read-body.ts'
import { startCharging, stopCharging } from './modules/commands/index.ts'
import { reserve } from './modules/reservations/index.ts'
import type { ConnectorRequests } from './modules/stations/index.ts'
import type { Viewer } from './shared/scope.ts'

type Deps = Parameters<typeof startCharging>[0]
type ConnectorRequest = ConnectorRequests[keyof ConnectorRequests]

/** Returns the requests to stations that the methods of a connector make. */
export const connectorRequestsOf = (deps: Deps): ConnectorRequests => ({
  start: checked(connectorStart, (...call) => startCharging(deps, ...call)),
  stop: checked(connectorStop, (...call) => stopCharging(deps, ...call)),
  reserve: checked(connectorReserve, (...call) => reserve(deps, ...call)),
})

/** Checks the parameters of a method against the body of the endpoint that runs it. */
function checked<Row extends Endpoint>(
  row: Row,
  request: (viewer: Viewer, body: BodyOf<Row>, signal: AbortSignal | undefined) => Promise<unknown>,
): ConnectorRequest {
  const body = Compile(row.body)
  return async (viewer, id, params, signal) => {
    const given = { id, ...params }
    if (body.Check(given)) return request(viewer, given as BodyOf<Row>, signal) // checked against the schema
    const refusal = refuseBySchema(row.body, given, body.Errors(given))
    return { ...refusal, field: refusal.field ? `params.${refusal.field}` : 'params' }
  }
}
