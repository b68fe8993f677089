import { isInt31 } from '@stationmaster/ocpp'
import { tolerate16, type V16 } from '@stationmaster/ocpp/v16'
import type { Facts, Found, KnownTransaction, Work } from '../../shared/facts.ts'
import type {
  CallContext,
  OrphanStop,
  ReceivedCall,
  StationConnection,
} from '../../shared/station-connection.ts'
import { reportedTime } from '../../shared/reported-time.ts'
import { addSecurityEvent } from '../../shared/security-event.ts'
import { cardStatus, foldCode, idTagInfo } from '../cards/index.ts'
import { kindsOf, noteEnergyStart, readMeterValues, storeSamples } from '../meter-values/index.ts'
import { storeUnmatched } from '../unmatched/index.ts'
import { endTransaction, isSameStop, sameStopKey, stopEnergy, stopFields } from './end-transaction.ts'
import { addOrphanStop } from './orphan-stops.ts'

type Stop = V16['StopTransaction']['request']
type StopAnswer = V16['StopTransaction']['response']

/** Outcome of a stop: the transaction that ended, or the stop that waits for its start. */
interface Outcome {
  ended: number | null
  orphan: OrphanStop | null
}

const nothing: Outcome = { ended: null, orphan: null }

/**
 * Handles OCPP 1.6, 4.10: a stop cannot be rejected. The first one of a transaction counts; one without a
 * transaction is answered in the same way and stored for a user.
 */
export function stopTransaction(
  connection: StationConnection,
  request: Stop,
  call: CallContext,
): Work<StopAnswer> {
  const { accountId } = connection.station
  const { transactionId, idTag } = request
  const folded = idTag === undefined ? '' : foldCode(idTag)
  const samples = readMeterValues(request.transactionData ?? [], call.receivedAt, connection.station.timeZone)
  let outcome = nothing
  /** The stopped transaction, if the samples belong to one of this station. */
  let owner: SampleOwner = { evseNo: 0, transactionNumber: null, receivedAt: call.receivedAt }
  return {
    requires: {
      transactions: isInt31(transactionId) ? [transactionId] : [],
      cards: folded === '' ? [] : [{ accountId, folded }],
      kinds: kindsOf(connection, samples),
    },
    decide: (facts, found) => {
      const transaction = found.transaction(transactionId)
      outcome = decideStop(facts, found, { connection, request, call, folded, transaction })
      const own = transaction?.stationId === connection.station.id ? transaction : null
      owner = {
        receivedAt: call.receivedAt,
        evseNo: own?.evseNo ?? 0,
        transactionNumber: own?.number ?? outcome.ended,
      }
      storeSamples(facts, found, { connection, samples, ...owner })
      if (own) noteEnergyStart(facts, own, samples)
      if (idTag === undefined) return {}
      const card = found.card(accountId, folded)
      return { idTagInfo: idTagInfo(card, cardStatus(card, call.receivedAt)) }
    },
    committed: () => {
      if (outcome.ended !== null) connection.station.running.delete(outcome.ended)
      if (outcome.orphan) addOrphanStop(connection.station, outcome.orphan)
    },
    *rest() {
      for (const values of call.long?.parts() ?? []) {
        const part = readMeterValues(values, call.receivedAt, connection.station.timeZone)
        yield {
          requires: { kinds: kindsOf(connection, part) },
          decide: (facts, found) => storeSamples(facts, found, { connection, samples: part, ...owner }),
        }
      }
    },
  }
}

type SampleOwner = Omit<Parameters<typeof storeSamples>[2], 'connection' | 'samples'>

interface ReportedStop extends ReceivedCall {
  request: Stop
  folded: string
  transaction: KnownTransaction | null
}

function decideStop(facts: Facts, found: Found, stop: ReportedStop): Outcome {
  const { connection, request, call, transaction } = stop
  const { station } = connection
  if (transaction === null) return stopUnknown(facts, stop)
  if (transaction.stationId !== station.id) return stopForeign(facts, stop, transaction.number)
  if (transaction.stopPayload === null) {
    if (transaction.state === 'finished') proposeCorrection(facts, stop, transaction)
    else {
      endTransaction(facts, station, { transaction, request, arrival: call })
      found.noteStop(transaction.number, call.rawPayload)
    }
    return { ended: transaction.number, orphan: null }
  }
  if (transaction.stopPayload !== call.rawPayload && !hasSameContent(transaction.stopPayload, request))
    storeUnmatched(facts, stop, {
      kind: 'stop-conflict',
      action: 'StopTransaction',
      reason: `Transaction ${transaction.number} was stopped before with other values. The first stop counts.`,
      sameAs: sameStopKey(request),
      candidate: transaction.number,
    })
  return nothing
}

/** Returns true if the stop that counts has the same content as a later copy. */
function hasSameContent(firstText: string, copy: Stop): boolean {
  // It was parsed from JSON when it was stored.
  const first = tolerate16('StopTransaction', 'request', JSON.parse(firstText))
  return first.understood && isSameStop(first.value, copy)
}

/** A user has resolved the transaction: its energy is not changed again unless a user applies this stop. */
function proposeCorrection(facts: Facts, stop: ReportedStop, transaction: KnownTransaction): void {
  const { connection, request, call } = stop
  const { energy } = stopEnergy(connection.station, transaction, { request, arrival: call })
  const isPlausible = energy.state === 'finished'
  storeUnmatched(facts, stop, {
    kind: 'stop-after-resolution',
    action: 'StopTransaction',
    reason:
      `Transaction ${transaction.number} was resolved by a user with ${transaction.energyWh} Wh before this stop came. ` +
      (isPlausible
        ? `The stop would set ${energy.energyWh} Wh. Nothing is changed until a user applies it.`
        : `The meter of the stop cannot be right: ${energy.flags.join(', ')}.`),
    sameAs: sameStopKey(stop.request),
    candidate: transaction.number,
    proposedWh: isPlausible ? energy.energyWh : null,
  })
}

/** Stores a stop with the number of another station's transaction, which never changes it. */
function stopForeign(facts: Facts, stop: ReportedStop, number: number): Outcome {
  const candidate = onlyCandidate(stop)
  storeUnmatched(facts, stop, {
    kind: 'stop-foreign',
    action: 'StopTransaction',
    reason: 'The transaction of this number belongs to another station.',
    sameAs: sameStopKey(stop.request),
    candidate: candidate?.number ?? null,
  })
  addSecurityEvent(facts, stop.connection.station, {
    type: 'ForeignTransaction',
    receivedAt: stop.call.receivedAt,
    techInfo: `StopTransaction for transaction ${number} of another station`,
  })
  return nothing
}

/** Returns the only running transaction that this stop can belong to. */
function onlyCandidate({ connection, request, call, folded }: ReportedStop): KnownTransaction | null {
  const { station } = connection
  if (folded === '') return null
  const { at, isClockless } = reportedTime(request.timestamp, call.receivedAt, station.timeZone)
  const fitting = [...station.running.values()].filter(
    (running) =>
      running.idTagFolded === folded &&
      running.meterStartWh <= request.meterStop &&
      (isClockless || running.startedAt <= at),
  )
  const [only] = fitting
  return only && fitting.length === 1 ? only : null
}

/** Rule 6: 0, -1 and unknown numbers, from stations that did not get the response to their start. */
function stopUnknown(facts: Facts, stop: ReportedStop): Outcome {
  const { connection, request, call, folded } = stop
  const match = onlyCandidate(stop)
  if (match)
    endTransaction(facts, connection.station, {
      transaction: match,
      request,
      arrival: call,
      flags: ['stop-matched'],
    })
  const unmatchedMessageId = storeUnmatched(facts, stop, {
    kind: 'stop-unknown',
    action: 'StopTransaction',
    reason: match
      ? `No transaction has this number. It was taken for ${match.number}, the only one of this card that runs here.`
      : 'No transaction of this station has this number.',
    sameAs: sameStopKey(request),
    stopFields: match || folded === '' ? null : stopFields(request),
    candidate: match?.number ?? null,
    resolution: match ? `applied to transaction ${match.number}` : undefined,
  })
  if (match) return { ended: match.number, orphan: null }
  const { at } = reportedTime(request.timestamp, call.receivedAt, connection.station.timeZone)
  const { receivedAt } = call
  const orphan = {
    unmatchedMessageId,
    idTagFolded: folded,
    stoppedAtMs: at.getTime(),
    receivedAt,
    stop: stopFields(request),
  }
  return { ended: null, orphan: folded === '' ? null : orphan }
}
