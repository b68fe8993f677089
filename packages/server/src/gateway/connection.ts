import { isUtf8 } from 'node:buffer'
import type { CloseReason, FrameProblemCode } from '@stationmaster/contract'
import {
  readFrame,
  readLongCall,
  type CallFrame,
  type Frame,
  type FrameProblem,
  type Protocol,
  writeError,
} from '@stationmaster/ocpp'
import { RateLimiter } from 'limiter'
import type { WebSocket } from 'ws'
import type { Admitted, Registration } from '../shared/admission.ts'
import type { LogFact } from '../shared/facts.ts'
import type { Log } from '../shared/log.ts'
import type { StationKnowledge } from '../shared/station-connection.ts'
import {
  type Closing,
  closings,
  codeOfProblem,
  DeviationCounter,
  disconnectEntry,
  invalidEntry,
  reasonOfStation,
  receivedPart,
  sampleOf,
  socketCloseCode,
  socketErrorCode,
} from './connection-log.ts'
import { type InboundCall, InboundQueue, type LongInboundCall } from './inbound-queue.ts'
import {
  type CallConnection,
  FailureCounts,
  type IncomingCallHandler,
  type ReceivedFrame,
  RecentResponses,
} from './incoming-calls.ts'
import type { LogCompactor } from './log-compactor.ts'
import { frameText, type LongCalls } from './long-calls.ts'
import { type OutgoingCallDeps, OutgoingCallQueue, type OutgoingConnection } from './outgoing-calls.ts'
import type { EndedCall, GatewayOptions } from './options.ts'
import type { StationLog } from './station-log.ts'

/** Dependencies that all connections of the process share. */
export interface ConnectionDeps extends OutgoingCallDeps {
  options: GatewayOptions
  incomingCalls: IncomingCallHandler
  /** Logs of all stations; they outlive connections because a station in a boot loop reconnects each time. */
  logs: LogCompactor
  /** Scheduler for the messages of all stations that are read in parts. */
  longCalls: LongCalls
  log: Log
  closed(connection: Connection): void
}

/**
 * Open socket of a station. Its calls are answered one after the other in the order of arrival; commands to
 * the station are sent independently of them (OCPP-J 1.6, 4.1.1).
 */
export class Connection implements CallConnection, OutgoingConnection {
  /** Only its ids and its identity are valid until the station is registered. */
  station: StationKnowledge
  epoch = 0
  readonly remoteAddress: string
  /** Wall-clock time at which the time without a key ends; infinite for a station that has proved its identity. */
  readonly openUntilMs: number
  /** SHA-256 of the certificate of this server that proved the station, or null. */
  readonly usedCertificate: string | null
  readonly protocol: Protocol
  readonly recentResponses = new RecentResponses()
  readonly deviations = new DeviationCounter()
  readonly failures = new FailureCounts()
  readonly log: StationLog
  /** Log entry for the end of the connection, until it is stored. */
  closingEntry: LogFact | null = null
  /** Reason and close code of the end of the connection, and how long it was open. */
  ended: { reason: CloseReason | null; code: number; seconds: number } | null = null
  readonly commands: OutgoingCallQueue
  readonly inboundQueue: InboundQueue
  /** Running time of the last frame, ping or pong. */
  lastReceivedMs: number
  /** Wall-clock time of the last frame, ping or pong. */
  lastSeenAt = new Date()
  /** True if a frame arrived since the last-seen time was written. */
  hasNews = false
  hasPonged = false
  isOpen = true
  isRegistered = false
  /** True if the station has changed during the registration. */
  isStale = false
  private readonly ws: WebSocket
  private readonly deps: ConnectionDeps
  /** Limits of unreadable frames and of failures, from the first one. */
  private unreadableRate: RateLimiter | null = null
  private failureRate: RateLimiter | null = null
  private readonly openedMs: number

  constructor(
    ws: WebSocket,
    deps: ConnectionDeps,
    about: { admitted: Admitted; remoteAddress: string; protocol: Protocol },
  ) {
    const { clock, options } = deps
    this.ws = ws
    this.deps = deps
    this.station = unregistered(about.admitted)
    this.remoteAddress = about.remoteAddress
    this.openUntilMs = about.admitted.openUntil?.getTime() ?? Infinity
    this.usedCertificate = about.admitted.usedCertificate
    this.protocol = about.protocol
    this.lastReceivedMs = clock.ms
    this.openedMs = clock.ms
    this.inboundQueue = new InboundQueue({ ws, clock, options, handle: (call) => this.handle(call) })
    this.commands = new OutgoingCallQueue(this, deps)
    this.log = deps.logs.of(this.station)
    ws.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary))
    ws.on('ping', () => this.noteReceived())
    ws.on('pong', () => {
      this.hasPonged = true
      this.noteReceived()
    })
    ws.on('error', (error) => this.socketFailed(error))
    ws.on('close', (code, reason) => {
      const text = reason.toString('utf8', 0, 200)
      this.stop({ byServer: false, code, text, reason: reasonOfStation(code) })
    })
  }

  get stationId(): string {
    return this.station.id
  }

  /** Takes over the stored state of the station; from now on calls are answered. */
  registered(registration: Registration): void {
    this.station = registration.station
    this.epoch = registration.epoch
    this.isRegistered = true
    this.commands.opened(registration)
    this.inboundQueue.start()
  }

  private noteReceived(): void {
    this.lastReceivedMs = this.deps.clock.ms
    this.lastSeenAt = new Date()
    this.hasNews = true
  }

  private receive(data: Buffer, isBinary: boolean): void {
    this.noteReceived()
    if (!this.isOpen) return
    try {
      this.read(data, isBinary)
    } catch (error) {
      // A bug in the server closes at most the socket of this station (G22).
      this.deps.log.error({ err: error, station: this.stationId }, 'a frame of a station failed')
      this.failed()
    }
  }

  /** Reads a frame: calls are queued, answers to commands handled. */
  private read(data: Buffer, isBinary: boolean): void {
    // The socket library leaves this check to us, so that the log can show what was received.
    if (!isBinary && !isUtf8(data)) {
      this.invalid('InvalidUtf8', data.toString('utf8', 0, 8_192))
      return this.close(closings.notUtf8)
    }
    const { frameBytes } = this.deps.options
    const sized = frameText(data, { protocol: this.protocol, frameBytes })
    if (sized === null) {
      this.invalid('FrameTooBig', data.toString('utf8', 0, 8_192))
      return this.close(closings.tooBig)
    }
    const { text, list } = sized
    if (isBinary) this.deviations.note('binary-frame', text)
    if (list !== null) {
      const release = this.deps.longCalls.reserve(text.length)
      // The message is not acknowledged, so the station keeps it and sends it again.
      if (!release) return this.close(closings.tooManyLong)
      return this.inboundQueue.put({ list, text, receivedAt: new Date(), release })
    }
    const frame = readFrame(text)
    if (frame.kind === 'call') this.inboundQueue.put({ frame, text, receivedAt: new Date() })
    else this.receiveAnswer(frame, text)
  }

  /** Answers a call; waits if the answer waits for the database. */
  private handle(call: InboundCall | LongInboundCall): Promise<void> | void {
    if ('release' in call)
      return this.handleLong(call).catch((error: unknown) => this.close(closingOf(error)))
    const answer = this.deps.incomingCalls.answer(this, call)
    if (typeof answer === 'string') return this.answerWith(call, answer)
    return answer.then(
      (text) => this.answerWith(call, text),
      // A message that is not stored must not be acknowledged, so the station keeps it and reconnects (G9).
      (error: unknown) => {
        this.measure(call, 'not_answered')
        this.close(closingOf(error))
      },
    )
  }

  /** Reads and answers a long call when it is scheduled among those of all stations. */
  private async handleLong({ list, text, receivedAt, release }: LongInboundCall): Promise<void> {
    const terminate = await this.deps.longCalls.turn()
    try {
      if (!this.isOpen) return
      const frame = readLongCall(text, list)
      if (frame.kind !== 'call') return this.receiveAnswer(frame, text)
      const call: ReceivedFrame = { frame, text, receivedAt }
      this.answerWith({ frame, receivedAt }, await this.deps.incomingCalls.answer(this, call))
    } finally {
      terminate()
      release()
    }
  }

  private answerWith(call: AnsweredCall, answer: string): void {
    this.measure(call, outcomeOf(answer))
    if (!this.isOpen) return
    this.send(answer)
    this.commands.answeredCall(call.frame.action)
  }

  private measure({ frame: { action }, receivedAt }: AnsweredCall, outcome: EndedCall['outcome']): void {
    this.deps.options.callEnded({
      station: this.station.id,
      action: this.protocol.findCall(action) ? action : 'other',
      outcome,
      // the clock may have been set in the meantime
      ms: Math.max(0, Date.now() - receivedAt.getTime()),
    })
  }

  private receiveAnswer(frame: Exclude<Frame, CallFrame> | FrameProblem, text: string): void {
    if (frame.kind !== 'problem') {
      if (this.commands.answered(frame, text)) return
      this.deviations.note('answer-to-nothing', text)
      return this.invalid('UnexpectedAnswer', text, { messageId: frame.id })
    }
    const code = codeOfProblem[frame.reason]
    if (frame.reason === 'unknown-type') {
      this.deviations.note('unknown-message-type', text)
      return this.invalid(code, text)
    }
    this.deviations.note(`unreadable-frame ${frame.reason}`, text)
    this.answerProblem(frame, code, text)
    this.unreadableRate ??= perMinute(this.deps.options.unreadablePerMinute)
    if (!this.unreadableRate.tryRemoveTokens(1)) this.close(closings.invalid)
  }

  /** Sends a CALLERROR for an invalid call if its id can be read; an invalid answer ends its command. */
  private answerProblem(frame: FrameProblem, code: FrameProblemCode, text: string): void {
    const { id: messageId, code: error, description } = frame
    const isCall = messageId !== undefined && error !== undefined
    if (isCall) this.send(writeError(messageId, { code: error, description }))
    // The answer to a command is logged with the command.
    else if (messageId !== undefined && this.commands.answered({ kind: 'unreadable', id: messageId }, text))
      return
    this.invalid(code, text, { messageId, answer: isCall ? description : null })
  }

  /** Writes a rejected frame to the log. */
  private invalid(
    code: FrameProblemCode,
    text: string,
    { messageId, answer = null }: { messageId?: string; answer?: string | null } = {},
  ): void {
    const entry = invalidEntry(this.station, { code, sample: sampleOf(text), messageId, answer })
    this.log.write(entry, this.log.seriesOf('invalid', code))
  }

  /**
   * Handles an error of the socket library, which has rejected a frame and closes; network errors appear only
   * in the close.
   */
  private socketFailed(error: Error & { code?: string }): void {
    this.deps.log.debug({ err: error, station: this.station.id }, 'station socket')
    const reason = socketErrorCode(error)
    if (reason === null || !this.isOpen) return
    this.invalid(reason, receivedPart(this.ws), { answer: error.message })
    this.stop({ byServer: true, code: socketCloseCode(reason), text: error.message, reason })
  }

  send(text: string): boolean {
    if (!this.isOpen) return false
    this.ws.send(text)
    if (this.ws.bufferedAmount > this.deps.options.sendBufferBytes) {
      // A peer that does not read would make the send buffer grow without limit.
      this.terminate(closings.notReading)
      return false
    }
    return true
  }

  ping(): void {
    if (this.isOpen) this.ws.ping()
  }

  failed(): void {
    this.failureRate ??= perMinute(this.deps.options.failuresPerMinute)
    if (!this.failureRate.tryRemoveTokens(1)) this.close(closings.errors)
  }

  /** Closes the WebSocket; the socket library terminates the connection if the peer does not answer. */
  close(why: Closing): void {
    if (!this.isOpen) return
    this.stop({ byServer: true, ...why })
    this.ws.close(why.code, why.text)
  }

  /** Terminates the connection without a closing handshake because the peer is gone or does not read. */
  terminate(why: Closing): void {
    if (!this.isOpen) return
    this.stop({ byServer: true, ...why })
    this.ws.terminate()
  }

  /** Stops reading from this socket; answers in progress are still counted as sent. */
  private stop(end: { byServer: boolean; code: number; text: string; reason: CloseReason | null }): void {
    if (!this.isOpen) return
    this.isOpen = false
    const openMs = this.deps.clock.ms - this.openedMs
    this.ended = { reason: end.reason, code: end.code, seconds: Math.round(openMs / 1_000) }
    const entry = disconnectEntry(this.station, { ...end, openMs, unanswered: this.inboundQueue.size })
    const series = this.log.seriesOf('connection', end.reason ?? String(end.code))
    if (series) this.log.combine(series, entry)
    else this.closingEntry = entry
    this.inboundQueue.clear()
    this.commands.connectionClosed()
    this.deps.closed(this)
  }
}

const closingOf = (error: unknown): Closing =>
  error instanceof Error && error.name === 'ConnectionReplaced' ? closings.replaced : closings.storage

type AnsweredCall = Pick<InboundCall, 'receivedAt'> & { frame: Pick<CallFrame, 'action'> }

const outcomeOf = (answer: string): EndedCall['outcome'] => {
  if (answer.startsWith('[3')) return 'result'
  return answer.includes('"InternalError"') ? 'internal_error' : 'error'
}

const perMinute = (tokensPerInterval: number) => new RateLimiter({ tokensPerInterval, interval: 'minute' })

/** Returns the state of a station of which only the ids and the identity are known. */
export const unregistered = ({ stationId, accountId, identity }: Admitted): StationKnowledge => ({
  id: stationId,
  accountId,
  accountCode: '',
  identity,
  policy: 'accept',
  approval: 'policy',
  heartbeatSeconds: 300,
  askOnBoot: false,
  bootStatus: null,
  bootedAt: null,
  timeZone: null,
  place: { siteId: null, networkId: null, clientId: null, tags: [] },
  state: 'created',
  displayState: 'unavailable',
  zeroState: null,
  evses: new Map(),
  running: new Map(),
  orphanSamples: new Set(),
  orphanStops: [],
})
