import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { Facts, Work } from '../../shared/facts.ts'
import { addEvent } from '../../shared/station-event.ts'
import { detached } from '../../shared/detached.ts'
import { newId } from '../../shared/ids.ts'
import { shortPayload } from '../../shared/short-payload.ts'
import {
  type CallContext,
  canHaveEvse,
  type EvseKnowledge,
  type StationKnowledge,
  type ReceivedCall,
} from '../../shared/station-connection.ts'
import { reportedTime } from '../../shared/reported-time.ts'
import type { WorkflowIndex } from '../workflow/index.ts'
import { connectorState, displayState, stationState } from './display-state.ts'
import {
  addTransactionState,
  hasVehicleLeft,
  noteTransactionState,
  transactionStateOf,
} from './transaction-states.ts'

type Status = V16['StatusNotification']['request']

/** A higher number is an error and must not create a connector. */
const highestConnector = 1_000

/** Longer texts are complete in the OCPP log only. */
const longestShown = 500

const shortText = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : detached(toWireText(value.slice(0, longestShown)))

interface Report {
  station: StationKnowledge
  request: Status
  call: CallContext
}

/** The effect of a status on the known state of the station. */
interface Change {
  evseNo: number
  connector: EvseKnowledge | null
  zeroState: string | null
  displayState: string
  state: string
}

/** OCPP 1.6, 4.9. Connector 0 is the station itself; a connector is created when it is first reported. */
export function storeStatus(
  { connection, call }: ReceivedCall,
  request: Status,
  workflow: WorkflowIndex,
): Work<Record<string, never>> {
  const report = { station: connection.station, request, call }
  const change = changeOf(report, workflow)
  const transactionState = transactionStateOf(connection.station, request, call)
  return {
    decide: (facts) => {
      if (transactionState) addTransactionState(facts, transactionState, call)
      if (isBeyondLimit(connection.station, request)) noteBeyondLimit(facts, connection.station, call)
      if (change) {
        addChange(facts, report, change)
        addFault(facts, report, change)
        addStateEvent(facts, report, change)
        addStateChanges(facts, connection.station, change)
      }
      return {}
    },
    committed: () => {
      if (change) updateKnowledge(connection.station, change)
      if (transactionState) noteTransactionState(connection.station, request.connectorId, transactionState)
    },
  }
}

/** Returns true if the status is about a connector beyond the limit of the station. */
const isBeyondLimit = (station: StationKnowledge, { connectorId }: Status): boolean =>
  Number.isInteger(connectorId) && connectorId > 0 && !canHaveEvse(station, connectorId)

/** Counts a status whose connector is not stored; the complete message is in the OCPP log. */
const noteBeyondLimit = (facts: Facts, station: StationKnowledge, call: CallContext): void =>
  facts.add('deviations', {
    stationId: station.id,
    rule: 'StatusNotification too-many-connectors /connectorId',
    count: 1,
    lastAt: call.receivedAt.toISOString(),
    sample: toWireText(call.rawPayload.slice(0, longestShown)),
  })

function changeOf({ station, request, call }: Report, workflow: WorkflowIndex): Change | null {
  const { connectorId } = request
  const state = connectorState(request.status)
  if (state === null || !Number.isInteger(connectorId) || connectorId < 0 || connectorId > highestConnector)
    return null
  const reported = reportedTime(request.timestamp, call.receivedAt, station.timeZone)
  const reportedMs = Math.min(reported.at.getTime(), call.receivedAt.getTime())
  const connectorStates = (changed: string | null) =>
    [...station.evses]
      .filter(([number]) => number !== connectorId)
      .map(([, connector]) => connector.state)
      .concat(changed ?? [])
  if (connectorId === 0) {
    const states = connectorStates(null)
    const stationChange = stationStates(station, { states, zeroState: state }, workflow)
    return { evseNo: 0, connector: null, zeroState: state, ...stationChange }
  }
  if (isBeyondLimit(station, request)) return null
  const known = station.evses.get(connectorId)
  // A status that is older than the known one and arrives late must not overwrite it.
  if (known?.isAnnounced && reportedMs < known.reportedMs) return null
  // A user has taken the connector out of service: its reports take effect again after a user has restored
  // it.
  if (known && !workflow.follows('connector', known.state, state)) return null
  const connector: EvseKnowledge = {
    id: known?.id ?? newId(call.receivedAt.getTime()),
    state,
    errorCode: errorCodeOf(request),
    info: shortText(request.info),
    vendorErrorCode: shortText(request.vendorErrorCode),
    // A station repeats its states after a connection: only another state or error is a change.
    stateSinceMs: known?.isAnnounced && isSameStatus(known, state, request) ? known.stateSinceMs : reportedMs,
    reportedMs,
    maxPowerW: known?.maxPowerW ?? null,
    isAnnounced: true,
    lastTransaction: hasVehicleLeft(state) ? null : (known?.lastTransaction ?? null),
    transactionStateCount: known?.transactionStateCount ?? 0,
  }
  const states = connectorStates(state)
  return {
    evseNo: connectorId,
    connector,
    zeroState: station.zeroState,
    ...stationStates(station, { states, zeroState: station.zeroState }, workflow),
  }
}

function stationStates(
  station: StationKnowledge,
  { states, zeroState }: { states: string[]; zeroState: string | null },
  workflow: WorkflowIndex,
) {
  const ownState = stationState(states, zeroState)
  return {
    displayState: displayState(states, zeroState),
    state: workflow.follows('charge_point', station.state, ownState) ? ownState : station.state,
  }
}

const isSameStatus = (known: EvseKnowledge, state: string, request: Status): boolean =>
  known.state === state &&
  known.errorCode === errorCodeOf(request) &&
  known.vendorErrorCode === shortText(request.vendorErrorCode)

/** Returns the error code; codes that OCPP does not define are stored, too. */
const errorCodeOf = ({ errorCode }: Status): string | null => shortText(errorCode)

function addChange(facts: Facts, { station, call }: Report, change: Change): void {
  const { id: stationId, accountId } = station
  const { connector, evseNo } = change
  const isShown = change.displayState !== station.displayState || change.state !== station.state
  facts.add('stationStates', {
    stationId,
    displayState: isShown ? change.displayState : null,
    state: isShown ? change.state : null,
    zeroState: evseNo === 0 ? change.zeroState : null,
    statusPayload: shortPayload('StatusNotification', call),
  })
  if (isShown) facts.hint(accountId, { kind: 'station.changed', station: stationId, ids: [stationId] })
  if (!connector) return
  facts.add('evses', {
    id: connector.id,
    accountId,
    stationId,
    evseNo,
    state: connector.state,
    errorCode: connector.errorCode,
    info: connector.info,
    vendorErrorCode: connector.vendorErrorCode,
    stateSince: new Date(connector.stateSinceMs).toISOString(),
    stateReceivedAt: call.receivedAt.toISOString(),
    availableAt: connector.state === 'available' ? new Date(connector.reportedMs).toISOString() : null,
  })
  const known = station.evses.get(evseNo)
  const isNews =
    known?.state !== connector.state ||
    known.errorCode !== connector.errorCode ||
    known.info !== connector.info ||
    known.vendorErrorCode !== connector.vendorErrorCode
  if (isNews) facts.hint(accountId, { kind: 'connector.changed', station: stationId, ids: [connector.id] })
}

/** Adds a fault, of which operators get a notice; a repeated status is not a new fault. */
function addFault(
  facts: Facts,
  { station, request, call }: Report,
  { evseNo, connector, zeroState: zeroAfter }: Change,
): void {
  const { id: stationId, accountId, evses, zeroState } = station
  const before = evseNo === 0 ? zeroState : evses.get(evseNo)?.state
  const after = evseNo === 0 ? zeroAfter : connector?.state
  if (after !== 'faulted' || before === 'faulted') return
  const happenedAt = call.receivedAt.toISOString()
  facts.add('faults', { stationId, accountId, evseNo, errorCode: errorCodeOf(request), happenedAt })
}

/** Adds the change of a state, an error code or a vendor error code to the activity. */
function addStateEvent(facts: Facts, { station, request, call }: Report, change: Change): void {
  const { evseNo, connector } = change
  const known = station.evses.get(evseNo)
  const from = connector ? (known?.state ?? null) : zeroStateBefore(station)
  const to = connector ? connector.state : change.zeroState
  const vendorErrorCode = shortText(request.vendorErrorCode)
  const isRepeated =
    from === to &&
    (!connector || (known?.errorCode === connector.errorCode && known.vendorErrorCode === vendorErrorCode))
  if (isRepeated) return
  const errorCode = errorCodeOf(request)
  addEvent(facts, station, {
    kind: to === 'faulted' ? 'fault_raised' : from === 'faulted' ? 'fault_cleared' : 'state_changed',
    at: call.receivedAt,
    evseNo,
    reportedAt: reportedTime(request.timestamp, call.receivedAt, station.timeZone).at,
    messageId: toWireText(call.id),
    details: {
      from,
      to,
      errorcode: errorCode === 'NoError' ? null : errorCode,
      vendorerrorcode: vendorErrorCode,
      info: shortText(request.info),
    },
  })
}

/** Returns the state of the station itself; only Faulted is loaded when it connects. */
const zeroStateBefore = ({ zeroState, displayState: shown }: StationKnowledge): string =>
  zeroState ?? (shown === 'unavailable' ? 'unavailable' : 'available')

function addStateChanges(facts: Facts, station: StationKnowledge, change: Change): void {
  const { accountId } = station
  const add = (object: { classCode: string; objectId: string }, from: string, to: string) => {
    if (from !== to) facts.add('stateChanges', { accountId, ...object, action: to, from, to })
  }
  add({ classCode: 'charge_point', objectId: station.id }, station.state, change.state)
  const { connector, evseNo } = change
  const before = station.evses.get(evseNo)?.state ?? 'unavailable'
  if (connector) add({ classCode: 'connector', objectId: connector.id }, before, connector.state)
}

function updateKnowledge(station: StationKnowledge, change: Change): void {
  station.displayState = change.displayState
  station.state = change.state
  station.zeroState = change.zeroState
  if (change.connector) station.evses.set(change.evseNo, change.connector)
}
