import { readStationTime, toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { Facts, KnownTransaction } from '../../shared/facts.ts'
import type { StationKnowledge, StopFields } from '../../shared/station-connection.ts'
import { addEvent } from '../../shared/station-event.ts'
import { reportedTime } from '../../shared/reported-time.ts'
import { restartReasons } from '../../shared/restart-reasons.ts'
import { transactionEnergy } from './energy.ts'

type Stop = V16['StopTransaction']['request']

/** How the stop arrived. */
export interface StopArrival {
  /** Id of the call; absent if the stop was stored before. */
  id?: string
  receivedAt: Date
  rawPayload: string
  deviations: readonly string[]
}

/** Longer stops are stored without their samples, which are stored as meter values. */
const maxPayloadLength = 8_192

/** Returns the stored text of a stop, used to distinguish equal copies from differing ones. */
export function stopText(request: Stop, rawPayload: string): string {
  return rawPayload.length <= maxPayloadLength
    ? rawPayload
    : JSON.stringify({ ...request, transactionData: undefined })
}

/** Milliseconds between the times of copies: some stations set a new time when they send a stop again. */
const copyMs = 60_000

/** Returns true if two deliveries are the same stop: equal meter, tag and reason, and times within a minute. */
export function isSameStop(one: Stop, other: Stop): boolean {
  return (
    one.meterStop === other.meterStop &&
    (one.reason ?? 'Local') === (other.reason ?? 'Local') &&
    (one.idTag ?? '') === (other.idTag ?? '') &&
    isSameTime(one.timestamp, other.timestamp)
  )
}

function isSameTime(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [readStationTime(one).at, readStationTime(other).at]
  return first !== null && second !== null && Math.abs(first.getTime() - second.getTime()) < copyMs
}

/** Returns the stop without its samples, independent of the text that it was read from. */
export function stopFields({ transactionId, meterStop, timestamp, idTag, reason }: Stop): StopFields {
  const fields = {
    transactionId,
    meterStop,
    timestamp: timestamp.slice(0, 100),
    idTag: idTag?.slice(0, 255),
    reason,
  }
  return JSON.parse(JSON.stringify(fields)) as StopFields
}

/** Returns the fields common to copies of an unmatched stop: all but the exact time and the samples. */
export function sameStopKey({ transactionId, meterStop, timestamp, idTag, reason }: Stop): string {
  const at = readStationTime(timestamp).at
  const minute = at === null ? timestamp.slice(0, 100) : Math.floor(at.getTime() / copyMs)
  return JSON.stringify([transactionId, meterStop, idTag ?? '', reason ?? 'Local', minute])
}

const meterOf = (value: number): number | null => (Number.isSafeInteger(value) ? value : null)

/** Returns the time and the energy with which a stop ends its transaction, with the flags of its time. */
export function stopEnergy(
  station: StationKnowledge,
  transaction: Pick<KnownTransaction, 'evseNo' | 'startedAt' | 'meterStartWh' | 'meterLastWh' | 'flags'>,
  { request, arrival }: Pick<EndingStop, 'request' | 'arrival'>,
) {
  const { receivedAt, deviations } = arrival
  const { evseNo } = transaction
  const time = reportedTime(request.timestamp, receivedAt, station.timeZone)
  const isBackwards = time.at < transaction.startedAt
  const flags = isBackwards ? [...time.flags, 'stopped-before-start'] : time.flags
  const stoppedAt = isBackwards
    ? receivedAt > transaction.startedAt
      ? receivedAt
      : transaction.startedAt
    : time.at
  const meterStopWh = meterOf(request.meterStop)
  const isMeterReported =
    meterStopWh !== null &&
    !deviations.some(
      (deviation) => deviation.endsWith(' /meterStop') && /^(missing|unreadable)/.test(deviation),
    ) &&
    !transaction.flags.includes('meter-not-reported')
  const energy = transactionEnergy({
    meterStartWh: transaction.meterStartWh,
    meterStopWh: meterStopWh ?? 0,
    meterSampledWh: transaction.meterLastWh,
    startedAt: transaction.startedAt,
    stoppedAt,
    maxPowerW: (evseNo === null ? undefined : station.evses.get(evseNo))?.maxPowerW ?? null,
    isMeterReported,
    isTimeReported: !time.isClockless && !isBackwards && !transaction.flags.includes('clockless'),
  })
  return { energy, stoppedAt, meterStopWh, flags }
}

/** A stop with the transaction that it ends. */
interface EndingStop {
  transaction: KnownTransaction
  request: Stop
  arrival: StopArrival
  flags?: readonly string[]
}

/** Adds the facts of a stop. Only the first stop of a transaction counts. */
export function endTransaction(facts: Facts, station: StationKnowledge, stop: EndingStop): void {
  const { transaction, request, arrival } = stop
  const { receivedAt } = arrival
  const { energy, stoppedAt, meterStopWh, flags: timeFlags } = stopEnergy(station, transaction, stop)
  const flags = [...(stop.flags ?? []), ...timeFlags]
  facts.add('stops', {
    number: transaction.number,
    stationId: station.id,
    stoppedAt: stoppedAt.toISOString(),
    stoppedSent: toWireText(request.timestamp.slice(0, 100)),
    receivedStopAt: receivedAt.toISOString(),
    meterStopWh: meterStopWh ?? 0,
    reason: toWireText(request.reason ?? 'Local'),
    idTag: request.idTag === undefined ? null : toWireText(request.idTag.slice(0, 255)),
    payload: stopText(request, arrival.rawPayload),
    energyWh: energy.energyWh,
    state: energy.state,
    flags: [...flags, ...energy.flags],
    from: transaction.state,
  })
  addStopEvents(facts, station, { stop, energy, stoppedAt, flags: [...flags, ...energy.flags] })
  if (restartReasons.includes(request.reason ?? ''))
    facts.add('interruptions', { number: transaction.number, stationId: station.id })
  adoptSamples(facts, station, { transaction, stoppedAt })
  facts.hint(station.accountId, {
    kind: 'transaction.stopped',
    station: station.id,
    ids: [String(transaction.number)],
  })
}

/** Adds a stop to the activity, and that its transaction needs review. */
function addStopEvents(
  facts: Facts,
  station: StationKnowledge,
  {
    stop: { transaction, request, arrival },
    energy,
    stoppedAt,
    flags,
  }: {
    stop: EndingStop
    energy: { state: string; energyWh: number }
    stoppedAt: Date
    flags: readonly string[]
  },
): void {
  const { energyWh: energywh, state } = energy
  const event = {
    at: arrival.receivedAt,
    evseNo: transaction.evseNo,
    transactionNumber: transaction.number,
    idTag: transaction.idTagFolded,
    ...(arrival.id !== undefined && { messageId: toWireText(arrival.id) }),
  }
  const seconds = Math.round((stoppedAt.getTime() - transaction.startedAt.getTime()) / 1_000)
  addEvent(facts, station, {
    ...event,
    kind: 'session_ended',
    reportedAt: stoppedAt,
    details: { reason: toWireText(request.reason ?? 'Local'), energywh, seconds },
  })
  if (state === 'needs_review')
    addEvent(facts, station, {
      ...event,
      kind: 'session_review',
      details: { reason: flags.join(' '), energywh },
    })
}

/**
 * Assigns samples to the session if the station did not know its transaction id and sent them without it,
 * possibly before the start and over another connection (G31).
 */
export function adoptSamples(
  facts: Facts,
  station: StationKnowledge,
  { transaction, stoppedAt }: { transaction: KnownTransaction; stoppedAt: Date },
): void {
  const { number, evseNo, startedAt } = transaction
  // values without an EVSE are stored for the station itself
  const placeNo = evseNo ?? 0
  if (!station.orphanSamples.has(placeNo)) return
  facts.add('adoptions', {
    stationId: station.id,
    evseNo: placeNo,
    transactionNumber: number,
    from: startedAt.toISOString(),
    to: stoppedAt.toISOString(),
  })
}
