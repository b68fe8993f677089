import { isInt31 } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { Facts, Found, KnownTransaction, ReadingsFact, Work } from '../../shared/facts.ts'
import type { ReceivedCall, StationModule16, StationConnection } from '../../shared/station-connection.ts'
import { addSecurityEvent } from '../../shared/security-event.ts'
import { storeUnmatched } from '../unmatched/index.ts'
import { energyStartOf, noteEnergyStart } from './energy-start.ts'
import { energySinceStart, newestReadings, powerFromMeter } from './readings.ts'
import { readMeterValues, type Sample } from './samples.ts'
import { kindsOf, storeSamples } from './store-samples.ts'

type MeterValues = V16['MeterValues']['request']

export interface MeterDeps {
  /** Called when newer readings were stored. */
  onReadings(readings: ReadingsFact, accountId: string): void
}

/** Handlers of the OCPP 1.6 messages with meter values. */
export const meterValues16 = (deps: MeterDeps) =>
  ({
    MeterValues: (connection, request, call) => storeMeterValues({ connection, call }, request, deps),
  }) satisfies StationModule16

const highestConnector = 1_000

/**
 * Returns the running transaction of the values from the memory of the connection: the named one, or the one
 * on the connector.
 */
function runningOf(connection: StationConnection, evseNo: number, transactionId: number | undefined) {
  const { running } = connection.station
  if (transactionId !== undefined) return running.get(transactionId) ?? null
  for (const one of running.values()) if (one.evseNo === evseNo && evseNo > 0) return one
  return null
}

/** OCPP 1.6, 4.7: the message is answered whatever its values contain. */
function storeMeterValues(
  { connection, call }: ReceivedCall,
  request: MeterValues,
  deps: MeterDeps,
): Work<Record<string, never>> {
  const { connectorId, transactionId } = request
  const isConnector = Number.isInteger(connectorId) && connectorId >= 0 && connectorId <= highestConnector
  const evseNo = isConnector ? connectorId : 0
  const running = runningOf(connection, evseNo, transactionId)
  const needsLookup = running === null && isInt31(transactionId)
  let owner: KnownTransaction | null = null
  const part = { deps, connection, call, evseNo, running }
  const first = storePart(part, request.meterValue, (facts, found) => {
    owner = running ?? matchTransaction(facts, found, { ...part, transactionId })
    return owner
  })
  return {
    requires: { ...first.requires, transactions: needsLookup ? [transactionId] : [] },
    decide: first.decide,
    committed: () => {
      if (owner === null && transactionId !== undefined) connection.station.orphanSamples.add(evseNo)
      first.committed?.({})
    },
    *rest() {
      for (const meterValue of call.long?.parts() ?? []) yield storePart(part, meterValue, () => owner)
    },
  }
}

interface Part extends ReceivedCall {
  deps: MeterDeps
  evseNo: number
  running: KnownTransaction | null
}

/** Stores all or some of the meter values of a message; `ownerOf` finds their transaction. */
function storePart(
  part: Part,
  meterValue: MeterValues['meterValue'],
  ownerOf: (facts: Facts, found: Found) => KnownTransaction | null,
): Work<Record<string, never>> {
  const { deps, connection, call, evseNo, running } = part
  const samples = readMeterValues(meterValue, call.receivedAt, connection.station.timeZone)
  const newest = newestOf(part, samples)
  return {
    requires: { kinds: kindsOf(connection, samples) },
    decide: (facts, found) => {
      const owner = ownerOf(facts, found)
      const transactionNumber = owner?.number ?? null
      const { receivedAt } = call
      storeSamples(facts, found, { connection, samples, evseNo, transactionNumber, receivedAt })
      if (newest) facts.add('readings', newest)
      if (owner) noteEnergyStart(facts, owner, samples)
      return {}
    },
    committed: () => {
      if (running) running.energyStartedAt = energyStartOf(running, samples) ?? running.energyStartedAt
      if (!newest) return
      if (running) remember(running, newest)
      deps.onReadings(newest, connection.station.accountId)
    },
  }
}

/** Returns the named transaction if it belongs to this station, otherwise null. */
function matchTransaction(
  facts: Facts,
  found: Found,
  received: Part & { transactionId: number | undefined },
): KnownTransaction | null {
  const { connection, evseNo, transactionId } = received
  if (transactionId === undefined) return null
  const transaction = found.transaction(transactionId)
  if (transaction?.stationId === connection.station.id) return transaction
  // some stations send an unknown id for days: one entry for all of them; the values are stored in any case
  const sameAs = `transaction ${transactionId}`
  if (!transaction) {
    const reason = 'No transaction of this station has this number. The values are stored without it.'
    storeUnmatched(facts, received, { kind: 'meter-unknown', action: 'MeterValues', reason, sameAs, evseNo })
    return null
  }
  const reason =
    'The transaction of this number belongs to another station. The values are stored without it.'
  storeUnmatched(facts, received, { kind: 'meter-foreign', action: 'MeterValues', reason, sameAs })
  addSecurityEvent(facts, connection.station, {
    type: 'ForeignTransaction',
    receivedAt: received.call.receivedAt,
    techInfo: `MeterValues for transaction ${transaction.number} of another station`,
  })
  return null
}

/** Returns the new readings of the connector; null if none is newer. */
function newestOf(
  { connection: { station }, evseNo, running }: Part,
  samples: readonly Sample[],
): ReadingsFact | null {
  const newest = newestReadings(samples)
  if (!newest || evseNo === 0) return null
  // replayed old values must not overwrite newer ones
  if (running?.readingsAt && newest.at < running.readingsAt) return null
  return {
    stationId: station.id,
    evseNo,
    transactionNumber: running?.number ?? null,
    powerW: newest.powerW ?? (running ? powerOf(running, newest.at.getTime(), newest.meterWh) : null),
    energyWh: running ? energySinceStart(running, newest.meterWh) : null,
    soc: newest.soc,
    meterLastWh: newest.meterWh,
    at: newest.at,
  }
}

function remember(running: KnownTransaction, { at, meterLastWh }: ReadingsFact): void {
  running.readingsAt = at
  running.meterLastWh = meterLastWh ?? running.meterLastWh
}

function powerOf(running: KnownTransaction, atMs: number, meterWh: number | null): number | null {
  if (meterWh === null) return null
  const earlier =
    running.meterLastWh !== null && running.readingsAt !== null
      ? { meterWh: running.meterLastWh, atMs: running.readingsAt.getTime() }
      : { meterWh: running.meterStartWh, atMs: running.startedAt.getTime() }
  return powerFromMeter(earlier, { meterWh, atMs })
}
