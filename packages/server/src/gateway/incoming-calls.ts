import { createHash, randomBytes } from 'node:crypto'
import type { CallFrame, ErrorCode, LongCall } from '@stationmaster/ocpp'
import { toWireText, writeError } from '@stationmaster/ocpp'
import {
  messages16,
  orderMembers16,
  readAction16,
  type StationAction16,
  tolerate16,
} from '@stationmaster/ocpp/v16'
import type { BoundedMap } from '../shared/bounded-map.ts'
import type { Facts, LogFact, Work } from '../shared/facts.ts'
import type { Log } from '../shared/log.ts'
import {
  type CallContext,
  type CallFailure,
  isCallFailure,
  isWork,
  type StationHandler,
  type StationConnection,
} from '../shared/station-connection.ts'
import type { DeviationCounter } from './deviation-counter.ts'
import { addEntry, type EntryForm, type Series, type StationLog } from './log-compactor.ts'
import { callSeries, refusedSeries, resentSeries } from './repeated-entries.ts'
import type { HeartbeatLog } from './heartbeat-log.ts'
import { logEntry } from './log-entry.ts'
import { longReadings } from './long-readings.ts'
import { longestCall } from './longest-call.ts'
import { deadLetter } from './dead-letter.ts'
import type { GatewayPorts } from './ports.ts'
import { rawPayload } from './raw-payload.ts'
import type { RecentResponses } from './recent-responses.ts'

/** State of one open socket that the handler of calls uses. */
export interface CallConnection extends StationConnection {
  readonly recentResponses: RecentResponses
  readonly deviations: DeviationCounter
  readonly heartbeats: HeartbeatLog
  readonly stationLog: Pick<StationLog, 'seriesOf' | 'combine' | 'classify'>
  /** Number of failures per message, by the hash of its text. */
  readonly failures: BoundedMap<string, number>
  /** Returns true at most once a second: consoles need no hint for each entry of the log. */
  mayHintLog(): boolean
  /** Returns true if the server requested the BootNotification that was received. */
  takeRequestedBoot(): boolean
  /** Counts a failure of a handler. */
  failed(): void
}

/** Call that is being processed. */
interface Incoming {
  connection: CallConnection
  frame: CallFrame | LongCall
  action: StationAction16
  call: CallContext
  /** Text of the whole frame. */
  text: string
}

/** Number of failures after which a message becomes a dead letter, so that the station's queue advances (G38). */
const deadLetterAfter = 3

export type CallAnswer = string | Promise<string>

/**
 * Answers the calls of stations: parses and validates them, runs the handlers, stores the facts and
 * serializes the answer.
 */
export class IncomingCallHandler {
  private readonly ports: GatewayPorts
  private readonly log: Log

  constructor(ports: GatewayPorts, log: Log) {
    this.ports = ports
    this.log = log
  }

  /** Returns the answer as a frame. Rejects only if the storage is unavailable: then no answer may be sent. */
  answer(
    connection: CallConnection,
    frame: CallFrame | LongCall,
    text: string,
    receivedAt: Date,
  ): CallAnswer {
    const raw = rawPayload(text, 3)
    const call: CallContext = { id: frame.id, receivedAt, rawPayload: raw, deviations: [] }
    const action = readAction16(frame.action)
    if (action === null || messages16[action].from === 'system') {
      const code = action === null ? 'NotImplemented' : 'NotSupported'
      return this.refuse(connection, frame, call, code, `There is no ${frame.action} from a station.`)
    }
    if (text.length > longestCall(action)) {
      connection.deviations.note(`${action} too long`, raw)
      const limit = `${action} may have ${longestCall(action)} characters, this one has ${text.length}.`
      return this.refuse(connection, frame, call, 'FormationViolation', limit)
    }
    const answered = connection.recentResponses.find(frame.id, action, raw)
    if (answered !== null) return this.resent(connection, frame, call, answered)
    // Every row of the table that is not sent by the system is an action of stations.
    return this.handle({ connection, frame, action: action as StationAction16, call, text })
  }

  private handle(incoming: Incoming): CallAnswer {
    const { connection, frame, action, call, text } = incoming
    if (action !== 'BootNotification' && !this.ports.mayExchangeMessages(connection.station))
      return this.refuse(connection, frame, call, 'SecurityError', 'The station has not been accepted.')
    const read = tolerate16(action, 'request', frame.payload)
    if (!read.understood) {
      const [problem] = read.problems
      const words = problem
        ? `${problem.path || 'The payload'} ${problem.message}`
        : 'The payload is not valid'
      return this.refuse(connection, frame, call, problem?.code ?? 'FormationViolation', words)
    }
    const long = 'list' in frame ? longReadings(connection, action, frame, text) : undefined
    // the list of a message that is read in parts is empty here
    for (const deviation of read.deviations)
      if (!long || !deviation.startsWith('short-list '))
        connection.deviations.note(`${action} ${deviation}`, call.rawPayload)
    const isRequested = action === 'BootNotification' && connection.takeRequestedBoot()
    const isPlain = read.deviations.length === 0 && !isRequested && !long
    // most messages have no deviations; only the others need their own context
    const tolerated = isPlain
      ? incoming
      : { ...incoming, call: { ...call, deviations: read.deviations, isRequested, long } }
    try {
      // The table types each handler by its own payload; the compiler cannot follow that for a name known at
      // run time.
      const handler = this.ports.handlers[action] as unknown as StationHandler<unknown, unknown>
      const result = handler(connection, read.value, tolerated.call)
      if (isWork(result)) return this.store(tolerated, result)
      if (result instanceof Promise) return this.answerAsync(tolerated, result)
      return this.answerSync(tolerated, result)
    } catch (error) {
      return this.fail(tolerated, error)
    }
  }

  /** Answers without waiting for the database; the log entry follows later. */
  private answerSync(incoming: Incoming, result: unknown): string {
    const { connection, action, frame, call } = incoming
    const written = writeAnswer(frame, result)
    const { text } = written
    if (action === 'Heartbeat') {
      const { rawPayload, receivedAt: at } = call
      const request = shownHeartbeat(rawPayload)
      connection.heartbeats.add({ at, messageId: frame.id, request, response: written.response ?? '' })
      return text
    }
    const entry = entryOf(incoming, written)
    // Some vendors report transfers every second: the log contains the first of them and their number (Q43).
    const series = callSeries(connection.stationLog, action, frame.payload)
    if (series && action === 'DataTransfer') connection.deviations.note('DataTransfer flood', call.rawPayload)
    this.logOnly(connection, entry, series)
    connection.recentResponses.add({ id: frame.id, action, rawPayload: call.rawPayload, answer: text })
    return text
  }

  private async answerAsync(incoming: Incoming, result: Promise<unknown>): Promise<string> {
    try {
      return this.answerSync(incoming, ordered(incoming.action, await result))
    } catch (error) {
      return this.fail(incoming, error)
    }
  }

  /** Writes facts and log entry in one transaction and returns the answer after the commit. */
  private async store(incoming: Incoming, work: Work<unknown>): Promise<string> {
    const { connection, action, frame, call } = incoming
    const series = call.isRequested ? null : callSeries(connection.stationLog, action, frame.payload)
    if (series) connection.deviations.note(`${action} again and again`, call.rawPayload)
    const journal = series ? () => {} : journalOf(connection)
    let answer: unknown
    let entry: LogFact | undefined
    try {
      const text = await this.ports.run<string>({
        needs: work.needs,
        decide: (facts, found) => {
          answer = work.decide(facts, found)
          const written = writeAnswer(frame, answer)
          entry = entryOf(incoming, written)
          journal(facts, entry)
          return written.text
        },
        committed: () => work.committed?.(answer),
      })
      for (const part of work.rest?.() ?? []) await this.ports.run(part)
      if (series && entry) connection.stationLog.combine(series, entry)
      connection.recentResponses.add({ id: frame.id, action, rawPayload: call.rawPayload, answer: text })
      if (connection.failures.size > 0) connection.failures.delete(hashOf(call.rawPayload))
      return text
    } catch (error) {
      if (isStorageUnavailable(error)) throw error
      return this.fail(incoming, error)
    }
  }

  /**
   * Writes the entry of a call that was answered without a write; it may be lost if the database is
   * unavailable.
   */
  private logOnly(connection: CallConnection, entry: LogFact, series: Series | null): void {
    if (series) return connection.stationLog.combine(series, entry)
    const journal = journalOf(connection)
    this.ports.run({ decide: (facts) => journal(facts, entry) }).catch(() => {})
  }

  private refuse(
    connection: CallConnection,
    frame: CallFrame,
    call: CallContext,
    failure: ErrorCode,
    description: string,
  ): string {
    const entry = logEntry(connection, frame.action, call, describe({ failure, description }), failure)
    this.logOnly(connection, entry, refusedSeries(connection.stationLog, frame.action, failure))
    return writeError(frame.id, failure, description)
  }

  /** Returns the earlier answer for a message that was resent under the same id. */
  private resent(connection: CallConnection, frame: CallFrame, call: CallContext, answer: string): string {
    const entry = logEntry(connection, frame.action, call, rawPayload(answer, 2))
    this.logOnly(connection, entry, resentSeries(connection.stationLog, frame.action))
    return answer
  }

  /** Answers a failure of the server with an InternalError and a reference to the log. */
  private async fail(incoming: Incoming, error: unknown): Promise<string> {
    const { connection, frame, action, call } = incoming
    const reference = randomBytes(6).toString('hex')
    const hash = hashOf(call.rawPayload)
    const failures = (connection.failures.get(hash) ?? 0) + 1
    connection.failures.set(hash, failures)
    const { id: station } = connection.station
    this.log.error({ err: error, station, action, reference, failures }, 'a call of a station failed')
    if (failures >= deadLetterAfter) {
      const parked = await deadLetter(this.ports, connection, action, call, reference)
      if (parked !== null) return `[3,${JSON.stringify(frame.id)},${JSON.stringify(parked)}]`
    }
    connection.failed()
    return this.refuse(connection, frame, call, 'InternalError', `Internal error, reference ${reference}.`)
  }
}

/** Returns a function that writes a log entry after the pending heartbeats. It may run more than once. */
function journalOf(connection: CallConnection): (facts: Facts, entry: LogFact) => void {
  const { id: stationId, accountId } = connection.station
  connection.heartbeats.break()
  const beats = connection.heartbeats.take(stationId, accountId)
  const isHinted = connection.mayHintLog()
  let level: EntryForm | undefined
  return (facts, entry) => {
    if (beats) facts.add('heartbeats', beats)
    level ??= connection.stationLog.classify(entry)
    addEntry(facts, entry, level)
    if (isHinted) facts.hint(accountId, { kind: 'log.added', station: stationId })
  }
}

/** Answer as a frame, and its form for the log. */
interface WrittenAnswer {
  text: string
  response: string | null
  errorCode?: ErrorCode
}

function writeAnswer({ id }: CallFrame | LongCall, result: unknown): WrittenAnswer {
  if (!isCallFailure(result)) {
    const response = JSON.stringify(result)
    return { text: `[3,${JSON.stringify(id)},${response}]`, response }
  }
  const { failure, description, details } = result
  return {
    text: writeError(id, failure, description, details),
    response: describe(result),
    errorCode: failure,
  }
}

const entryOf = ({ connection, action, call }: Incoming, { response, errorCode }: WrittenAnswer): LogFact =>
  logEntry(connection, action, call, response, errorCode)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The standard requires an empty payload; the log shows the little that some stations send anyway. */
const shownHeartbeat = (raw: string): string => (raw.length > 500 ? `${toWireText(raw.slice(0, 500))}…` : raw)

const isStorageUnavailable = (error: unknown) => error instanceof Error && error.name === 'StorageAway'

const describe = (failure: CallFailure | null): string | null =>
  failure === null ? null : JSON.stringify({ errorDescription: failure.description })

const ordered = (action: StationAction16, answer: unknown): unknown =>
  // The handler's type guarantees that the answer belongs to this action.
  isCallFailure(answer) ? answer : orderMembers16(action, 'response', answer as never)
