import {
  connectorReserve,
  connectorReserveCancel,
  connectorStart,
  connectorStop,
  type Endpoint,
} from '@stationmaster/contract'
import { Compile } from 'typebox/compile'
import { refuseBySchema } from './http/read-body.ts'
import type { ConnectorRequests } from './modules/stations/index.ts'
import type { Handlers } from './shared/handlers.ts'
import type { Viewer } from './shared/scope.ts'

type ConnectorHandlers = Pick<
  Required<Handlers>,
  'connectorStart' | 'connectorStop' | 'connectorReserve' | 'connectorReserveCancel'
>
type ConnectorRequest = ConnectorRequests[keyof ConnectorRequests]

/** Returns the requests of a connector's endpoints to its station as functions that workflow methods run. */
export function connectorRequestsOf(handlers: ConnectorHandlers): ConnectorRequests {
  return {
    start: adapt(connectorStart, handlers.connectorStart),
    stop: adapt(connectorStop, handlers.connectorStop),
    reserve: adapt(connectorReserve, handlers.connectorReserve),
    cancel: adapt(connectorReserveCancel, handlers.connectorReserveCancel),
  }
}

/** Adapts the endpoint's handler to a function of the request's body. */
function adapt<Body>(
  row: Endpoint,
  handler: (viewer: Viewer, body: Body, request: never) => Promise<unknown>,
): ConnectorRequest {
  const body = Compile(row.body)
  return async (viewer, id, params, signal) => {
    const given = { id, ...params }
    if (!body.Check(given)) {
      const refusal = refuseBySchema(row.body, given, body.Errors(given))
      return { ...refusal, field: refusal.field ? `params.${refusal.field}` : 'params' }
    }
    // of the request these handlers only use the signal
    const request = { signal: signal ?? new AbortController().signal } as never
    return handler(viewer, given as Body, request) // checked against the schema
  }
}
