import { createHash, randomBytes } from 'node:crypto'
import {
  type CallFrame,
  type ErrorCode,
  type LongCall,
  type Protocol,
  rawPayload,
  type StationCall,
  toWireText,
  writeError,
} from '@stationmaster/ocpp'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { LogFact, Work } from '../shared/facts.ts'
import { newId } from '../shared/ids.ts'
import type { Log } from '../shared/log.ts'
import { shortPayload } from '../shared/short-payload.ts'
import {
  type CallContext,
  type CallFailure,
  isCallFailure,
  isWork,
  type StationConnection,
  type StationHandler,
} from '../shared/station-connection.ts'
import { callEntry, type DeviationCounter } from './connection-log.ts'
import { longestCall, longReadings } from './long-calls.ts'
import type { GatewayServices } from './services.ts'
import type { StationLog } from './station-log.ts'

/** State of one open socket that the handler of calls uses. */
export interface CallConnection extends StationConnection {
  readonly protocol: Protocol
  readonly recentResponses: RecentResponses
  readonly deviations: DeviationCounter
  readonly log: StationLog
  readonly failures: FailureCounts
  readonly commands: { takeRequestedBoot(): boolean }
  /** Counts a failure of a handler. */
  failed(): void
}

/** Call as it was received, with the text of the whole frame. */
export interface ReceivedFrame {
  frame: CallFrame | LongCall
  text: string
  receivedAt: Date
}

/** Call that is being processed. */
interface Incoming {
  connection: CallConnection
  frame: CallFrame | LongCall
  /** Text of the whole frame. */
  text: string
  kind: StationCall
  call: CallContext & { action: string }
}

/** Answer as a frame, and its form for the log. */
interface WrittenAnswer {
  text: string
  response: string | null
  errorCode: ErrorCode | null
}

/** Number of failures after which a message becomes a dead letter, so that the station's queue advances (G38). */
const deadLetterAfter = 3

/**
 * Answers the calls of stations: parses and validates them, runs the handlers, stores the facts and
 * serializes the answer.
 */
export class IncomingCallHandler {
  private readonly services: GatewayServices
  private readonly log: Log

  constructor(services: GatewayServices, log: Log) {
    this.services = services
    this.log = log
  }

  /** Returns the answer as a frame. Rejects only if the message is not stored: then no answer may be sent. */
  answer(connection: CallConnection, { frame, text, receivedAt }: ReceivedFrame): string | Promise<string> {
    const { protocol, deviations, recentResponses } = connection
    const { id, action } = frame
    const call = { id, action, receivedAt, rawPayload: rawPayload(text, 3), deviations: [] }
    const kind = protocol.findCall(action)
    if (!kind) {
      const failure = protocol.isAction(action) ? 'NotSupported' : 'NotImplemented'
      return this.refuse(connection, call, { failure, description: `Stations cannot send ${action}.` })
    }
    if (text.length > longestCall(kind)) {
      deviations.note(`${action} too long`, call.rawPayload)
      const description = `${action} may have ${longestCall(kind)} characters, this one has ${text.length}.`
      return this.refuse(connection, call, { failure: protocol.formError, description })
    }
    if (kind.isResent) {
      const earlier = recentResponses.find(call)
      if (earlier !== null) return this.resent(connection, call, earlier)
    }
    const incoming = { connection, frame, text, kind, call }
    try {
      return this.read(incoming)
    } catch (error) {
      return this.fail(incoming, error)
    }
  }

  /** Reads the payload leniently, and counts its deviations. */
  private read(incoming: Incoming): string | Promise<string> {
    const { connection, frame, text, kind, call } = incoming
    const { action } = call
    if (action !== 'BootNotification' && !this.services.mayExchangeMessages(connection.station))
      return this.refuse(connection, call, {
        failure: 'SecurityError',
        description: 'The station has not been accepted.',
      })
    const read = connection.protocol.tolerate(action, 'request', frame.payload)
    if (!read.understood) {
      const [problem] = read.problems
      const description = problem
        ? `${problem.path || 'The payload'} ${problem.message}`
        : 'The payload is not valid'
      const failure = problem?.code ?? connection.protocol.formError
      return this.refuse(connection, call, { failure, description })
    }
    const long = 'list' in frame ? longReadings(connection, kind, { list: frame.list, text }) : undefined
    // the list of a message that is read in parts is empty here
    for (const deviation of read.deviations)
      if (!long || !deviation.startsWith('short-list '))
        connection.deviations.note(`${action} ${deviation}`, call.rawPayload)
    const isRequested = action === 'BootNotification' && connection.commands.takeRequestedBoot()
    // most messages have no deviations; only the others need their own context
    if (read.deviations.length === 0 && !isRequested && !long) return this.handle(incoming, read.value)
    return this.handle(
      { ...incoming, call: { ...call, deviations: read.deviations, isRequested, long } },
      read.value,
    )
  }

  /** Calls the handler, and answers with its result. */
  private handle(incoming: Incoming, request: unknown): string | Promise<string> {
    const { connection, call } = incoming
    // The table types each handler by its own payload; the compiler cannot follow that for a name known at
    // run time.
    const handlers = this.services.handlers[connection.protocol.version] as unknown as Record<
      string,
      StationHandler<unknown, unknown>
    >
    const result = handlers[call.action]!(connection, request, call)
    if (isWork(result)) return this.store(incoming, result)
    if (result instanceof Promise) return this.answerAsync(incoming, result)
    return this.answerSync(incoming, result)
  }

  /** Writes facts and log entry in one transaction and returns the answer after the commit. */
  private async store(incoming: Incoming, work: Work<unknown>): Promise<string> {
    const { connection, frame, call } = incoming
    const { log, failures } = connection
    const series = call.isRequested ? null : log.seriesOfCall(incoming.kind, frame.payload)
    if (series) connection.deviations.note(`${call.action} again and again`, call.rawPayload)
    const addEntry = series ? null : log.writer()
    const from = connectionOf(connection)
    let answer: unknown
    let entry: LogFact | undefined
    try {
      const text = await this.services.run<string>({
        connection: from,
        requires: work.requires,
        decide: (facts, found) => {
          answer = work.decide(facts, found)
          const written = writeAnswer(call, answer)
          entry = callEntry(connection.station, call, written)
          addEntry?.(facts, entry)
          return written.text
        },
        committed: () => work.committed?.(answer),
      })
      for (const part of work.rest?.() ?? []) await this.services.run({ ...part, connection: from })
      if (series && entry) log.combine(series, entry)
      if (incoming.kind.isResent) connection.recentResponses.add(call, text)
      failures.forget(call.rawPayload)
      return text
    } catch (error) {
      if (isNotStored(error)) throw error
      return this.fail(incoming, error)
    }
  }

  private async answerAsync(incoming: Incoming, result: Promise<unknown>): Promise<string> {
    try {
      const answer = await result
      const { protocol } = incoming.connection
      return this.answerSync(
        incoming,
        isCallFailure(answer) ? answer : protocol.orderMembers(incoming.call.action, answer),
      )
    } catch (error) {
      if (isNotStored(error)) throw error
      return this.fail(incoming, error)
    }
  }

  /** Answers without waiting for the database; the log entry follows later and may be lost. */
  private answerSync({ connection, frame, kind, call }: Incoming, result: unknown): string {
    const { id: messageId, action, receivedAt: at } = call
    const { log } = connection
    const written = writeAnswer(call, result)
    if (action === 'Heartbeat') {
      log.addHeartbeat({ at, messageId, request: shownHeartbeat(call), response: written.response ?? '' })
      return written.text
    }
    // Some vendors report transfers every second: the log contains the first of them and their number (Q43).
    const series = log.seriesOfCall(kind, frame.payload)
    if (series && action === 'DataTransfer') connection.deviations.note('DataTransfer flood', call.rawPayload)
    log.write(callEntry(connection.station, call, written), series)
    if (kind.isResent) connection.recentResponses.add(call, written.text)
    return written.text
  }

  private refuse(connection: CallConnection, call: Incoming['call'], failure: CallFailure): string {
    const { log, protocol, station } = connection
    const written = writeAnswer(call, failure)
    // names of actions that do not exist share one series
    const action = protocol.isAction(call.action) ? call.action : ''
    log.write(callEntry(station, call, written), log.seriesOf('refused', `${action}/${failure.failure}`))
    return written.text
  }

  /** Returns the earlier answer for a message that was resent under the same id. */
  private resent({ log, station }: CallConnection, call: Incoming['call'], answer: string): string {
    const entry = callEntry(station, call, { response: rawPayload(answer, 2) })
    log.write(entry, log.seriesOf('resent', call.action))
    return answer
  }

  /** Answers a failure of the server with an InternalError and a reference to the log. */
  private async fail(incoming: Incoming, error: unknown): Promise<string> {
    const { connection, call } = incoming
    const { action } = call
    const reference = randomBytes(6).toString('hex')
    const failures = connection.failures.count(call.rawPayload)
    const { id: station } = connection.station
    this.log.error({ err: error, station, action, reference, failures }, 'a call of a station failed')
    if (failures >= deadLetterAfter) {
      const receipt = await this.deadLetter(incoming, reference)
      if (receipt !== null) return writeAnswer(call, receipt).text
    }
    connection.failed()
    const description = `Internal error, reference ${reference}.`
    return this.refuse(connection, call, { failure: 'InternalError', description })
  }

  /**
   * Stores a message that failed repeatedly as an unmatched message for a user to resolve, and returns an
   * answer, because otherwise the station would resend it forever and never send the messages behind it (G38).
   * Returns null if the action has no such answer or the message cannot be stored.
   */
  private async deadLetter({ connection, kind, call }: Incoming, reference: string): Promise<unknown> {
    const { receipt } = kind
    if (!receipt) return null
    const { id: stationId, accountId } = connection.station
    const stored = this.services.run<unknown>({
      connection: connectionOf(connection),
      requires: { numbers: 1 },
      decide: (facts, found) => {
        facts.add('unmatchedMessages', {
          id: newId(call.receivedAt.getTime()),
          accountId,
          stationId,
          kind: 'unreadable',
          action: call.action,
          reason: `The message failed here several times (reference ${reference}).`,
          payload: shortPayload(call.action, call),
          payloadHash: createHash('sha256').update(call.rawPayload).digest('base64url'),
          candidateNumber: null,
          receivedAt: call.receivedAt.toISOString(),
          resolution: null,
          stopFields: null,
          evseNo: null,
          proposedWh: null,
        })
        facts.hint(accountId, { kind: 'unmatched.changed', station: stationId })
        return receipt(() => found.nextNumber())
      },
    })
    // If storing fails too, the call fails like any other.
    return stored.catch((error: unknown) => {
      if (isNotStored(error)) throw error
      return null
    })
  }
}

const maxResponses = 4
/** Longer messages are identified by their content, in the database. */
const maxLength = 4_096

type RecentCall = Pick<Incoming['call'], 'id' | 'action' | 'rawPayload'>

/**
 * Recent responses of one connection. A call with the same message id, action and payload is a resend and
 * gets the same response; with another payload it is a new call: some stations never change their message id.
 */
export class RecentResponses {
  private responses: (RecentCall & { answer: string })[] = []

  find(call: RecentCall): string | null {
    const { id, action } = call
    for (const one of this.responses)
      if (one.id === id && one.action === action && one.rawPayload === call.rawPayload) return one.answer
    return null
  }

  add(call: RecentCall, answer: string): void {
    if (call.rawPayload.length > maxLength) return
    if (this.responses.length >= maxResponses) this.responses.shift()
    this.responses.push({ id: call.id, action: call.action, rawPayload: call.rawPayload, answer })
  }
}

/** Failures of the messages of one connection, by the hash of their texts; the texts may be long. */
export class FailureCounts extends BoundedMap<string, number> {
  constructor() {
    super(20)
  }

  /** Counts a failure of a message and returns how often it has failed. */
  count(text: string): number {
    const hash = hashOf(text)
    const failures = (this.get(hash) ?? 0) + 1
    this.set(hash, failures)
    return failures
  }

  forget(text: string): void {
    if (this.size > 0) this.delete(hashOf(text))
  }
}

function writeAnswer({ id }: { id: string }, result: unknown): WrittenAnswer {
  if (!isCallFailure(result)) {
    const response = JSON.stringify(result)
    return { text: `[3,${JSON.stringify(id)},${response}]`, response, errorCode: null }
  }
  const { failure, description, details } = result
  return {
    text: writeError(id, { code: failure, description, details }),
    response: JSON.stringify({ errorDescription: description }),
    errorCode: failure,
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The standard requires an empty payload; the log shows the little that some stations send anyway. */
const shownHeartbeat = ({ rawPayload: raw }: CallContext): string =>
  raw.length > 500 ? `${toWireText(raw.slice(0, 500))}…` : raw

/** Returns the connection of work, which is refused once the station has a newer one. */
const connectionOf = ({ station, epoch }: CallConnection): Work<unknown>['connection'] => ({
  stationId: station.id,
  epoch,
})

const isNotStored = (error: unknown) =>
  error instanceof Error && (error.name === 'StorageAway' || error.name === 'ConnectionReplaced')
