import type { ParamsRequest } from '../../shared/checked-params.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { HandlerResult, WorkflowObject, Subject } from '../workflow/index.ts'
import type { ConnectorFacts } from './connector-list-store.ts'
import { lockConnector, updateConnector } from './edit-store.ts'
import { connectorChanged } from './web-deps.ts'

interface WorkflowConnector extends WorkflowObject, ConnectorFacts {
  stationId: string
}

/** Requests to a station about a connector; each returns its outcome. */
export type ConnectorRequests = Readonly<Record<'start' | 'stop' | 'reserve', ParamsRequest>>

/** Methods that send a request to the station. */
const requested = ['start', 'stop', 'reserve']

/** A script that runs for the system, not on behalf of a user, may not send requests to stations. */
const userRequired = refuse('station.user_required')

/** Returns why the state of a connector does not have a method. */
function refusalByState({ state }: ConnectorFacts, method: string): Refusal {
  if (state === 'faulted' || state === 'reserved') return refuse(`connector.${state}`, { field: 'id' })
  if (state === 'unavailable' || state === 'disabled') return refuse('connector.unavailable', { field: 'id' })
  return refuse(method === 'reserve' ? 'connector.occupied' : 'connector.busy', { field: 'id' })
}

const isRequest = (requests: ConnectorRequests, name: string): name is keyof ConnectorRequests =>
  Object.hasOwn(requests, name)

/** Connectors as workflow objects: a user's request is sent to the station, whose report sets the new state. */
export const connectorSubject = (
  requests: ConnectorRequests,
): Subject<WorkflowConnector, ConnectorFacts> => ({
  classCode: 'connector',
  missing: refuse('connector.not_found', { field: 'id' }),
  handlers: Object.keys(requests).map((name) => `connector.${name}`),
  async find(db, scope, { id, isLocked }) {
    const connector = await lockConnector(db, scope, { id, isLocked })
    if (!connector) return null
    const { identity, evse_no: number, error_code: error } = connector
    return {
      ...connector.facts,
      classCode: 'connector',
      accountId: connector.account_id,
      label: connector.label ?? `${identity} ${number}`,
      type: connector.type,
      ownerId: connector.owner_id,
      tags: [],
      fields: { identity, connectorid: number, errorcode: error },
      stationId: connector.station_id,
    }
  },
  refuse: refusalByState,
  requests: requested,
  prevents({ unreachable, isAnnounced, isCharging, isReserved }, method) {
    if (!requested.includes(method)) return null
    if (unreachable) return refuse(unreachable)
    if (method === 'stop') return isCharging ? null : refuse('connector.not_charging', { field: 'id' })
    if (isCharging) return refuse('connector.busy', { field: 'id' })
    if (!isAnnounced) return refuse('connector.not_announced', { field: 'id' })
    return isReserved && method === 'reserve' ? refuse('connector.reserved', { field: 'id' }) : null
  },
  async enter(tx, { id }, { state: { code: state }, now }) {
    await updateConnector(tx, id, { state, updated_at: now })
  },
  changed: connectorChanged,
  async handle(_tx, { id }, { handler, params, viewer }): Promise<HandlerResult | Refusal> {
    const request = handler.replace('connector.', '')
    if (!viewer) return userRequired
    if (!isRequest(requests, request)) return {}
    return { after: (signal) => requests[request](viewer, { ...params, id }, signal) }
  },
  relabel: (tx, { id }, { label, now }) => updateConnector(tx, id, { label, updated_at: now }),
})
