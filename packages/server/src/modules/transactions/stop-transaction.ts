import { isInt31 } from '@stationmaster/ocpp'
import { tolerate16, type V16 } from '@stationmaster/ocpp/v16'
import type { Facts, Found, KnownTransaction, Work } from '../../shared/facts.ts'
import type {
  CallContext,
  OrphanStop,
  RunningTransaction,
  StationSession,
} from '../../shared/station-session.ts'
import { toldTime } from '../../shared/told-time.ts'
import { cardStatus, foldCode, idTagInfo } from '../cards/index.ts'
import { kindsOf, readMeterValues, storeSamples } from '../meter-values/index.ts'
import { keepUnmatched, noteSecurityEvent } from '../quarantine/index.ts'
import { Awaited, type Told } from '../workflow/index.ts'
import { endTransaction, isSameStop, type Stoppable } from './end-transaction.ts'

type Stop = V16['StopTransaction']['request']
type StopAnswer = V16['StopTransaction']['response']

/** What became of a stop: which transaction ended, or which stop waits for its start. */
interface Outcome {
  ended: number | null
  orphan: OrphanStop | null
}

const nothing: Outcome = { ended: null, orphan: null }

/**
 * OCPP 1.6, 4.10: a stop cannot be refused. The first one of a transaction counts; what matches nothing is
 * answered like any other and kept for a person.
 */
export function stopTransaction(
  { workflow }: { workflow: Told },
  session: StationSession,
  request: Stop,
  call: CallContext,
): Work<StopAnswer> {
  const { accountId } = session.station
  const { transactionId, idTag } = request
  const folded = idTag === undefined ? '' : foldCode(idTag)
  const samples = readMeterValues(request.transactionData ?? [], call.receivedAt, session.station.timeZone)
  const awaited = new Awaited(workflow)
  let outcome = nothing
  return {
    needs: {
      transactions: isInt31(transactionId) ? [transactionId] : [],
      cards: folded === '' ? [] : [{ accountId, folded }],
      kinds: kindsOf(session, samples),
    },
    decide: (facts, found) => {
      awaited.begin()
      const told = found.transaction(transactionId)
      outcome = decideStop(facts, found, session, { request, call, folded, told, awaited })
      if (samples.length > 0) {
        const own = told?.stationId === session.station.id ? told : null
        storeSamples(facts, found, session, samples, {
          receivedAt: call.receivedAt,
          connectorNo: own?.connectorNo ?? 0,
          transactionNumber: own?.number ?? outcome.ended,
        })
      }
      if (idTag === undefined) return {}
      const card = found.card(accountId, folded)
      return { idTagInfo: idTagInfo(card, cardStatus(card, call.receivedAt)) }
    },
    committed: () => {
      awaited.committed()
      if (outcome.ended !== null) session.station.running.delete(outcome.ended)
      if (outcome.orphan) session.station.orphanStops.push(outcome.orphan)
    },
  }
}

interface ToldStop {
  request: Stop
  call: CallContext
  folded: string
  told: KnownTransaction | null
  awaited: Awaited
}

function decideStop(facts: Facts, found: Found, session: StationSession, stop: ToldStop): Outcome {
  const { request, call, told, awaited } = stop
  const { station } = session
  if (told === null) return stopUnknown(facts, session, stop)
  if (told.stationId !== station.id) return stopForeign(facts, session, stop, told.number)
  if (told.stopPayload === null) {
    endTransaction(facts, station, told, { request, arrival: call, awaited })
    found.noteStop(told.number, call.rawPayload)
    return { ended: told.number, orphan: null }
  }
  if (told.stopPayload !== call.rawPayload && !saysSame(told.stopPayload, request))
    keepUnmatched(facts, session, call, {
      kind: 'stop-conflict',
      action: 'StopTransaction',
      reason: `Transaction ${told.number} was stopped before with other values. The first stop counts.`,
      candidate: told.number,
    })
  return nothing
}

/** Whether the stop that counts says the same as a later copy. */
function saysSame(firstText: string, copy: Stop): boolean {
  // It was read from JSON when it was stored.
  const first = tolerate16('StopTransaction', 'request', JSON.parse(firstText))
  return first.understood && isSameStop(first.value, copy)
}

/** Another station's number: nothing of it changes, whoever sends this. */
function stopForeign(facts: Facts, session: StationSession, stop: ToldStop, number: number): Outcome {
  const candidate = onlyCandidate(session, stop)
  keepUnmatched(facts, session, stop.call, {
    kind: 'stop-foreign',
    action: 'StopTransaction',
    reason: 'The transaction of this number belongs to another station.',
    candidate: candidate?.number ?? null,
  })
  noteSecurityEvent(facts, session, {
    type: 'ForeignTransaction',
    at: stop.call.receivedAt,
    techInfo: `StopTransaction for transaction ${number} of another station`,
  })
  return nothing
}

/** The one running transaction that this stop can mean. */
function onlyCandidate({ station }: StationSession, stop: ToldStop): RunningTransaction | null {
  const { request, call, folded } = stop
  if (folded === '') return null
  const { at, isClockless } = toldTime(request.timestamp, call.receivedAt, station.timeZone)
  const fitting = [...station.running.values()].filter(
    (running) =>
      running.idTagFolded === folded &&
      running.meterStartWh <= request.meterStop &&
      (isClockless || running.startedAtMs <= at.getTime()),
  )
  const [only] = fitting
  return only && fitting.length === 1 ? only : null
}

const asStoppable = (running: RunningTransaction): Stoppable => ({
  number: running.number,
  connectorNo: running.connectorNo,
  startedAt: new Date(running.startedAtMs),
  meterStartWh: running.meterStartWh,
  flags: running.flags,
  state: 'running',
})

/** Rule 6: 0, -1 and numbers nobody has, from stations that lost the answer to their start. */
function stopUnknown(facts: Facts, session: StationSession, stop: ToldStop): Outcome {
  const { request, call, folded, awaited } = stop
  const match = onlyCandidate(session, stop)
  if (match)
    endTransaction(facts, session.station, asStoppable(match), {
      request,
      arrival: call,
      flags: ['stop-matched'],
      awaited,
    })
  const quarantineId = keepUnmatched(facts, session, call, {
    kind: 'stop-unknown',
    action: 'StopTransaction',
    reason: match
      ? `No transaction has this number. It was taken for ${match.number}, the only one of this card that runs here.`
      : 'No transaction of this station has this number.',
    candidate: match?.number ?? null,
    settlement: match ? `applied to transaction ${match.number}` : undefined,
  })
  if (match) return { ended: match.number, orphan: null }
  const { at } = toldTime(request.timestamp, call.receivedAt, session.station.timeZone)
  const { receivedAt } = call
  const orphan = {
    quarantineId,
    idTagFolded: folded,
    stoppedAtMs: at.getTime(),
    receivedAt,
    payload: request,
  }
  return { ended: null, orphan: folded === '' ? null : orphan }
}
