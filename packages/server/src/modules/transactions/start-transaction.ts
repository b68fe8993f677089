import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { Facts, Found, KnownCard, KnownTransaction, Work } from '../../shared/facts.ts'
import { newId } from '../../shared/ids.ts'
import { addEvent } from '../../shared/station-event.ts'
import type {
  EvseKnowledge,
  ReceivedCall,
  StationConnection,
  StationKnowledge,
} from '../../shared/station-connection.ts'
import {
  addRefusal,
  type Authorization,
  authorize,
  type CardStatus,
  type Deciders,
  idTagInfo,
  recordTag,
} from '../cards/index.ts'
import { adoptSamples } from './end-transaction.ts'
import { joinOrphanStop } from './join-orphan-stop.ts'
import { type ReadStart, readStart } from './read-start.ts'
import { laterKey, matchStart } from './start-key.ts'

type Start = V16['StartTransaction']['request']
type StartAnswer = V16['StartTransaction']['response']

/** A reservation that a start has used. */
export interface ReservationUse {
  stationId: string
  accountId: string
  reservationNumber: number
  transactionNumber: number
}

export interface StartDeps {
  deciders: Deciders
  /** Called after the commit; the use of the reservation is stored with the start. */
  reservationUsed(use: ReservationUse): void
}

/**
 * Handles OCPP 1.6, 4.8. A repeated start gets its first number again; a start with a rejected card is
 * answered and stored, because energy may have flowed; a start on a busy connector is never rejected.
 */
export function startTransaction(
  { connection, call }: ReceivedCall,
  request: Start,
  deps: StartDeps,
): Work<StartAnswer> {
  const { id: stationId, accountId, bootedAt } = connection.station
  const start = readStart(connection, request, call)
  const arrival = { receivedAt: call.receivedAt, isClockless: start.time.isClockless, bootedAt }
  let opened: Opened | null = null
  let repeated: KnownTransaction | null = null
  return {
    requires: {
      cards: [{ accountId, folded: start.folded }],
      runningOfCards: true,
      startKeys: { stationId, keys: [start.key, laterKey(start.key, arrival)] },
      numbers: 1,
    },
    decide: (facts, found) => {
      opened = null
      repeated = null
      const card = found.card(accountId, start.folded)
      const match = matchStart(found.starts(stationId), start.key, arrival)
      if ('repeats' in match) {
        const { number, decision } = match.repeats
        repeated = match.repeats
        // The stored authorization status is one of these values.
        return { idTagInfo: idTagInfo(card, decision as CardStatus), transactionId: number }
      }
      const { station } = connection
      const running = found.running(accountId, start.folded)
      // the station may have authorized the card itself and reported the start later
      const at = { startedAt: start.time.at, now: call.receivedAt }
      const authorization = authorize(deps.deciders, card, {
        station,
        evseNo: start.evseNo,
        running,
        ...at,
      })
      // spread last: an object that gets further properties after a spread is slow to make
      opened = openTransaction(facts, found, { connection, card, authorization, ...match, ...start })
      return { idTagInfo: idTagInfo(card, authorization.status), transactionId: opened.transaction.number }
    },
    committed: () => {
      if (opened) remember(deps, connection.station, opened)
      // It may have been started over another connection, unknown to this one.
      else if (repeated?.state === 'running' && !connection.station.running.has(repeated.number))
        connection.station.running.set(repeated.number, repeated)
    },
  }
}

interface Opened {
  transaction: KnownTransaction
  /** Unmatched stop that ended the transaction at its start. */
  joinedStop: string | null
  /** Reservation that the start used. */
  reservationNumber: number | null
}

interface NewStart extends ReadStart {
  connection: StationConnection
  newKey: string
  isReused: boolean
  card: KnownCard | null
  authorization: Authorization
}

function openTransaction(facts: Facts, found: Found, start: NewStart): Opened {
  const { connection, request, call, card, folded, time, evseNo } = start
  const { status, ruleId, isBalanceTooLow } = start.authorization
  const { station } = connection
  const id = newId(call.receivedAt.getTime())
  const at = call.receivedAt.toISOString()
  const number = found.nextNumber()
  const reservationNumber = reservationOf(request)
  const flags = [...start.flags, ...(start.isReused ? ['start-repeated'] : [])]
  const busy = [...station.running.values()].filter((running) => running.evseNo === evseNo)
  if (busy.length > 0) flags.push('connector-was-busy')
  const evse = evseNo === null ? undefined : station.evses.get(evseNo)
  const chargingSince = busy.length === 0 ? chargingAtStart(time.at, evse) : null
  const started = {
    id,
    number,
    stationId: station.id,
    evseNo,
    idTagFolded: toWireText(folded.slice(0, 255)),
    decision: status,
    startKey: start.newKey,
    meterStartWh: start.meterStartWh,
    flags,
  }
  const startedAt = time.at.toISOString()
  facts.add('starts', {
    accountId: station.accountId,
    protocol: 'ocpp1.6',
    stationRef: String(number),
    connectorNo: evseNo === null ? null : 1,
    idTag: toWireText(request.idTag.slice(0, 255)),
    tokenType: card?.tokenType ?? null,
    cardId: card?.id ?? null,
    accessRuleId: ruleId,
    refusalReason: isBalanceTooLow ? 'balance_too_low' : null,
    authorisedAt: status === 'Accepted' ? startedAt : null,
    reservationNumber,
    startedAt,
    startedSent: toWireText(request.timestamp.slice(0, 100)),
    receivedStartAt: at,
    energyStartedAt: chargingSince && chargingSince.toISOString(),
    evseId: evse?.id ?? newId(call.receivedAt.getTime()),
    ...started,
  })
  if (chargingSince)
    facts.add('transactionStates', {
      transactionId: id,
      at: chargingSince.toISOString(),
      state: 'charging',
      receivedAt: at,
    })
  facts.add('stateChanges', {
    accountId: station.accountId,
    classCode: 'transaction',
    objectId: id,
    action: 'start',
    from: 'running',
    to: 'running',
  })
  const transaction: KnownTransaction = {
    startedAt: time.at,
    receivedStartAt: call.receivedAt,
    energyStartedAt: chargingSince,
    state: 'running',
    energyWh: 0,
    meterLastWh: null,
    readingsAt: null,
    stopPayload: null,
    receivedStopAt: null,
    ...started,
  }
  found.noteStart(transaction)
  recordTag(facts, connection, { code: request.idTag, folded, card, at: call.receivedAt })
  if (status === 'Accepted') found.noteRunning(station.accountId, folded)
  if (reservationNumber !== null)
    facts.add('reservationsUsed', {
      stationId: station.id,
      number: reservationNumber,
      transactionNumber: number,
    })
  facts.hint(station.accountId, { kind: 'transaction.started', station: station.id, ids: [String(number)] })
  addStartEvents(facts, start, number)
  const joinedStop = joinOrphanStop(facts, station, transaction)
  const opened = { transaction, joinedStop, reservationNumber }
  for (const running of busy) if (isEndedBy(running, opened)) endBusy(facts, running, start)
  if (joinedStop === null) adoptSamples(facts, station, { transaction, stoppedAt: call.receivedAt })
  return opened
}

/** Adds the start to the activity, and the refusal of its card. */
function addStartEvents(facts: Facts, start: NewStart, transactionNumber: number): void {
  const { connection, request, call, card, evseNo, authorization } = start
  const { status } = authorization
  const { idTag: code } = request
  const about = { evseNo, transactionNumber }
  const action = 'StartTransaction'
  if (status !== 'Accepted')
    addRefusal(facts, { connection, call }, { code, card, ...authorization, action, ...about })
  addEvent(facts, connection.station, {
    kind: 'session_started',
    at: call.receivedAt,
    reportedAt: start.time.at,
    messageId: toWireText(call.id),
    cardId: card?.id ?? null,
    idTag: toWireText(code.slice(0, 255)),
    details: { status },
    ...about,
  })
}

/** Milliseconds before its start in which a state Charging belongs to a transaction. */
const earlyChargingMs = 300_000

/** Returns the time from which a transaction charges whose EVSE reported Charging shortly before the start. */
function chargingAtStart(startedAt: Date, evse: EvseKnowledge | undefined): Date | null {
  if (evse?.state !== 'charging' || evse.stateSinceMs < startedAt.getTime() - earlyChargingMs) return null
  return evse.stateSinceMs > startedAt.getTime() ? new Date(evse.stateSinceMs) : startedAt
}

/**
 * Returns true if a start ends the transaction running on its connector. Stations send their starts in order,
 * so the clock does not count: only a start whose stop came before it does not end one that began later.
 */
const isEndedBy = (running: KnownTransaction, { transaction, joinedStop }: Opened): boolean =>
  running.evseNo === transaction.evseNo && (joinedStop === null || running.startedAt <= transaction.startedAt)

/** Ends a transaction whose connector has started another one, with its last reading. */
function endBusy(
  facts: Facts,
  running: KnownTransaction,
  { connection, call, time: { at: startedAt } }: NewStart,
): void {
  const { id: stationId, accountId } = connection.station
  const stoppedAtMs = Math.max(startedAt.getTime(), running.startedAt.getTime())
  facts.add('endings', {
    number: running.number,
    stationId,
    stoppedAt: new Date(stoppedAtMs).toISOString(),
    flag: 'ended-without-stop',
  })
  addEvent(facts, connection.station, {
    kind: 'session_review',
    at: call.receivedAt,
    evseNo: running.evseNo,
    transactionNumber: running.number,
    idTag: running.idTagFolded,
    details: { reason: 'ended-without-stop' },
  })
  facts.hint(accountId, { kind: 'transaction.changed', station: stationId, ids: [String(running.number)] })
}

const reservationOf = ({ reservationId }: Start): number | null =>
  reservationId !== undefined && Number.isInteger(reservationId) && Math.abs(reservationId) <= 0x7fffffff
    ? reservationId
    : null

const implicitEvse = ({ startedAt }: KnownTransaction): EvseKnowledge => ({
  id: newId(),
  state: 'unavailable',
  errorCode: null,
  info: null,
  vendorErrorCode: null,
  stateSinceMs: startedAt.getTime(),
  reportedMs: startedAt.getTime(),
  maxPowerW: null,
  isAnnounced: false,
  lastTransaction: null,
  transactionStateCount: 0,
})

function remember(deps: StartDeps, station: StationKnowledge, opened: Opened): void {
  for (const running of station.running.values())
    if (isEndedBy(running, opened)) station.running.delete(running.number)
  const { transaction, joinedStop, reservationNumber } = opened
  const { number, evseNo } = transaction
  // This start created the EVSE if no earlier message named it.
  if (evseNo !== null) {
    const evse = station.evses.get(evseNo) ?? implicitEvse(transaction)
    station.evses.set(evseNo, evse)
    if (joinedStop === null) {
      evse.lastTransaction = transaction
      // the state Charging that was reported before the start
      evse.transactionStateCount = transaction.energyStartedAt === null ? 0 : 1
    }
  }
  if (joinedStop !== null)
    station.orphanStops = station.orphanStops.filter((stop) => stop.unmatchedMessageId !== joinedStop)
  else station.running.set(number, transaction)
  if (reservationNumber !== null)
    deps.reservationUsed({
      stationId: station.id,
      accountId: station.accountId,
      reservationNumber,
      transactionNumber: number,
    })
}
