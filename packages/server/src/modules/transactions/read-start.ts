import type { V16 } from '@stationmaster/ocpp/v16'
import { type CallContext, canHaveEvse, type StationConnection } from '../../shared/station-connection.ts'
import { reportedTime, type ReportedTime } from '../../shared/reported-time.ts'
import { foldCode } from '../cards/index.ts'
import { startKey } from './start-key.ts'

type Start = V16['StartTransaction']['request']

/** Highest connector number; a larger one is an error and counts as the station itself. */
const highestConnector = 1_000

const connectorOf = (connectorId: number): number =>
  Number.isInteger(connectorId) && connectorId >= 0 && connectorId <= highestConnector ? connectorId : 0

/** The message with the values derived from it alone. */
export interface ReadStart {
  request: Start
  call: CallContext
  folded: string
  time: ReportedTime
  key: string
  /** Null: the message names no EVSE of the station. */
  evseNo: number | null
  meterStartWh: number
  flags: readonly string[]
}

/** Reads the message: a missing or invalid value is replaced and flagged. */
export function readStart(connection: StationConnection, request: Start, call: CallContext): ReadStart {
  const time = reportedTime(request.timestamp, call.receivedAt, connection.station.timeZone)
  const namedNo = connectorOf(request.connectorId)
  // A start is never rejected: beyond the limit it is stored for the station as a whole.
  const evseNo = namedNo > 0 && canHaveEvse(connection.station, namedNo) ? namedNo : null
  const isMeterReported =
    Number.isSafeInteger(request.meterStart) &&
    !call.deviations.some((deviation) => /^(missing|unreadable) \/meterStart$/.test(deviation))
  const flags = [...time.flags]
  if (!isMeterReported) flags.push('meter-not-reported')
  if (namedNo === 0) flags.push('no-connector')
  else if (evseNo === null) flags.push('too-many-connectors')
  else if (!connection.station.evses.get(evseNo)?.isAnnounced) flags.push('connector-never-announced')
  const meterStartWh = isMeterReported ? request.meterStart : 0
  return {
    request,
    call,
    folded: foldCode(request.idTag),
    time,
    key: startKey(request),
    evseNo,
    meterStartWh,
    flags,
  }
}
