import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { Facts, Work } from '../../shared/facts.ts'
import { newId } from '../../shared/ids.ts'
import type {
  CallContext,
  ConnectorKnowledge,
  StationKnowledge,
  StationSession,
} from '../../shared/station-session.ts'
import { toldTime } from '../../shared/told-time.ts'
import { connectorState, displayState, stationState } from './display-state.ts'

type Status = V16['StatusNotification']['request']

/** A larger number is a mistake: it must not make a connector. */
const highestConnector = 1_000

/** Longer texts are whole in the OCPP log. */
const longestShown = 500

const shortText = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : toWireText(value.slice(0, longestShown))

/** What a status makes of what the session knows; null where it changes nothing. */
interface Change {
  connectorNo: number
  connector: ConnectorKnowledge | null
  zeroState: string | null
  displayState: string
  state: string
}

/** OCPP 1.6, 4.9. Connector 0 is the station itself; a connector exists from when it is first told of. */
export function tellStatus(
  session: StationSession,
  request: Status,
  call: CallContext,
): Work<Record<string, never>> {
  const change = changeOf(session.station, request, call)
  return {
    decide: (facts) => {
      if (change) addChange(facts, session.station, change, call)
      return {}
    },
    committed: () => {
      if (change) remember(session.station, change)
    },
  }
}

function changeOf(station: StationKnowledge, request: Status, call: CallContext): Change | null {
  const { connectorId } = request
  const state = connectorState(request.status)
  if (state === null || !Number.isInteger(connectorId) || connectorId < 0 || connectorId > highestConnector)
    return null
  const told = toldTime(request.timestamp, call.receivedAt, station.timeZone)
  const sinceMs = Math.min(told.at.getTime(), call.receivedAt.getTime())
  const connectorStates = (changed: string | null) =>
    [...station.connectors]
      .filter(([no]) => no !== connectorId)
      .map(([, connector]) => connector.state)
      .concat(changed ?? [])
  if (connectorId === 0) {
    const states = connectorStates(null)
    return { connectorNo: 0, connector: null, zeroState: state, ...stationStates(states, state) }
  }
  const known = station.connectors.get(connectorId)
  // A status from before the one we know, told late, must not overwrite it.
  if (known && sinceMs < known.stateSinceMs) return null
  const connector: ConnectorKnowledge = {
    id: known?.id ?? newId(call.receivedAt.getTime()),
    state,
    errorCode: errorCodeOf(request),
    info: shortText(request.info),
    vendorErrorCode: shortText(request.vendorErrorCode),
    stateSinceMs:
      known && known.state === state && sinceMs === known.stateSinceMs ? known.stateSinceMs : sinceMs,
    maxPowerW: known?.maxPowerW ?? null,
  }
  const states = connectorStates(state)
  return {
    connectorNo: connectorId,
    connector,
    zeroState: station.zeroState,
    ...stationStates(states, station.zeroState),
  }
}

const stationStates = (connectorStates: string[], zeroState: string | null) => ({
  displayState: displayState(connectorStates, zeroState),
  state: stationState(connectorStates, zeroState),
})

/** Words the standard does not have are kept; only a missing one reads as none. */
const errorCodeOf = ({ errorCode }: Status): string | null => shortText(errorCode)

function addChange(facts: Facts, station: StationKnowledge, change: Change, call: CallContext): void {
  const { id: stationId, accountId } = station
  const { connector, connectorNo } = change
  const isShown = change.displayState !== station.displayState || change.state !== station.state
  facts.add('stationStates', {
    stationId,
    displayState: isShown ? change.displayState : null,
    state: isShown ? change.state : null,
    statusPayload: call.rawPayload,
  })
  if (isShown) facts.hint(accountId, { kind: 'station.changed', station: stationId, ids: [stationId] })
  if (!connector) return
  facts.add('connectors', {
    id: connector.id,
    accountId,
    stationId,
    connectorNo,
    state: connector.state,
    errorCode: connector.errorCode,
    info: connector.info,
    vendorErrorCode: connector.vendorErrorCode,
    stateSince: new Date(connector.stateSinceMs).toISOString(),
    receivedAt: call.receivedAt.toISOString(),
  })
  const known = station.connectors.get(connectorNo)
  const isNews =
    known?.state !== connector.state ||
    known.errorCode !== connector.errorCode ||
    known.info !== connector.info ||
    known.vendorErrorCode !== connector.vendorErrorCode
  if (isNews) facts.hint(accountId, { kind: 'connector.changed', station: stationId, ids: [connector.id] })
}

function remember(station: StationKnowledge, change: Change): void {
  station.displayState = change.displayState
  if (station.state !== 'disabled' && station.state !== 'deleted') station.state = change.state
  station.zeroState = change.zeroState
  if (change.connector) station.connectors.set(change.connectorNo, change.connector)
}
