import { isUtf8 } from 'node:buffer'
import type { FrameProblemCode } from '@stationmaster/contract'
import {
  messageIds,
  readFrame,
  readLongCall,
  type CallFrame,
  type Frame,
  type FrameProblem,
} from '@stationmaster/ocpp'
import { RateLimiter } from 'limiter'
import type { WebSocket } from 'ws'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { StationKnowledge } from '../shared/station-connection.ts'
import type { CallConnection } from './incoming-calls.ts'
import { OutgoingCallQueue, type OutgoingConnection } from './outgoing-calls.ts'
import { DeviationCounter } from './deviation-counter.ts'
import { type Closing, closings } from './closing.ts'
import {
  codeOfProblem,
  disconnectEntry,
  type Ended,
  invalidEntry,
  reasonOfStation,
  receivedPart,
  sampleOf,
  socketErrorCode,
} from './connection-log.ts'
import type { LogFact } from '../shared/facts.ts'
import { frameText } from './frame-text.ts'
import { HeartbeatLog } from './heartbeat-log.ts'
import { type LongInboundCall, InboundQueue } from './inbound-queue.ts'
import type { Registration } from './ports.ts'
import { RecentResponses } from './recent-responses.ts'
import { RequestedBoots } from './requested-boots.ts'
import type { ConnectionDeps } from './connection-deps.ts'
import type { StationLog } from './log-compactor.ts'
import { connectionSeries, invalidSeries } from './repeated-entries.ts'

/**
 * Open socket of a station. Its calls are answered one after the other in the order of arrival; commands to
 * the station are sent independently of them (OCPP-J 1.6, 4.1.1).
 */
export class StationSocket implements CallConnection, OutgoingConnection {
  station: StationKnowledge
  epoch = 0
  readonly remoteAddress: string
  readonly protocol: string
  readonly recentResponses = new RecentResponses()
  readonly deviations = new DeviationCounter()
  readonly heartbeats = new HeartbeatLog()
  readonly failures = new BoundedMap<string, number>(20)
  readonly stationLog: StationLog
  /** Log entry for the end of the connection, until it is stored. */
  closingEntry: LogFact | null = null
  readonly commands: OutgoingCallQueue
  readonly requestedBoots = new RequestedBoots()
  /** Awake time of the last frame, ping or pong. */
  lastReceivedMs: number
  /** Wall-clock time of the last frame, ping or pong. */
  lastSeenAt = new Date()
  /** True if a frame arrived since the last-seen time was written. */
  hasNews = false
  hasPonged = false
  isOpen = true
  isRegistered = false
  private readonly ws: WebSocket
  private readonly deps: ConnectionDeps<StationSocket>
  private readonly inboundQueue: InboundQueue
  private readonly unreadableRate: RateLimiter
  private readonly failureRate: RateLimiter
  private readonly openedMs: number
  private isBusy = false
  /** Awake time since when the current call waits for its answer. */
  private busySinceMs = 0
  private lastLogHintMs = -Infinity
  private idleListeners: (() => void)[] = []

  constructor(
    ws: WebSocket,
    deps: ConnectionDeps<StationSocket>,
    about: { station: StationKnowledge; remoteAddress: string; protocol: string },
  ) {
    this.ws = ws
    this.deps = deps
    this.station = about.station
    this.remoteAddress = about.remoteAddress
    this.protocol = about.protocol
    this.lastReceivedMs = deps.clock.ms
    const { options } = deps
    this.inboundQueue = new InboundQueue(ws, options)
    this.unreadableRate = new RateLimiter({
      tokensPerInterval: options.unreadablePerMinute,
      interval: 'minute',
    })
    this.failureRate = new RateLimiter({ tokensPerInterval: options.failuresPerMinute, interval: 'minute' })
    this.commands = new OutgoingCallQueue(this, deps, messageIds(`${Date.now().toString(36)}-`))
    this.stationLog = deps.logs.of(about.station.id)
    this.openedMs = deps.clock.ms
    ws.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary))
    ws.on('ping', () => this.noteReceived())
    ws.on('pong', () => {
      this.hasPonged = true
      this.noteReceived()
    })
    ws.on('error', (error) => this.socketFailed(error))
    ws.on('close', (code, reason) => this.ended(code, reason.toString('utf8', 0, 200)))
  }

  get stationId(): string {
    return this.station.id
  }

  /** Takes over what the database knows of the station; from now on calls are answered. */
  registered({ station, epoch, isBootRequested }: Registration): void {
    this.station = station
    this.epoch = epoch
    this.isRegistered = true
    if (isBootRequested) this.requestedBoots.expect(this.deps.clock.ms)
    this.commands.opened()
    this.processQueue()
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

  private read(data: Buffer, isBinary: boolean): void {
    // The socket library leaves this check to us, so that the log can show what was received.
    if (!isBinary && !isUtf8(data)) {
      this.invalid('InvalidUtf8', data.toString('utf8', 0, 8_192))
      return this.close(closings.notUtf8)
    }
    const sized = frameText(data, this.deps.options)
    if (sized === null) {
      this.invalid('FrameTooBig', data.toString('utf8', 0, 8_192))
      return this.close(closings.tooBig)
    }
    const { text, list } = sized
    if (isBinary) this.deviations.note('binary-frame', text)
    const isAwaited = !this.isBusy && this.isRegistered
    if (list !== null) {
      const release = this.deps.longCalls.reserve(text.length)
      // The message is not acknowledged, so the station keeps it and sends it again.
      if (!release) return this.close(closings.tooManyLong)
      this.inboundQueue.put({ list, text, receivedAt: new Date(), release }, isAwaited)
      return this.processQueue()
    }
    const frame = readFrame(text)
    if (frame.kind === 'call') {
      this.inboundQueue.put({ frame, text, receivedAt: new Date() }, isAwaited)
      this.processQueue()
    } else this.receiveAnswer(frame, text)
  }

  private receiveAnswer(frame: Exclude<Frame, CallFrame> | FrameProblem, text: string): void {
    if (frame.kind !== 'problem') {
      if (!this.commands.answered(frame, text))
        this.invalid('UnexpectedAnswer', text, { messageId: frame.id })
      return
    }
    const code = codeOfProblem[frame.reason]
    if (frame.reason === 'unknown-type') {
      this.deviations.note('unknown-message-type', text)
      return this.invalid(code, text)
    }
    this.deviations.note(`unreadable-frame ${frame.reason}`, text)
    this.answerProblem(frame, code, text)
    if (!this.unreadableRate.tryRemoveTokens(1)) this.close(closings.invalid)
  }

  /** Sends a CALLERROR for an invalid call if its id can be read; an invalid answer ends its command. */
  private answerProblem(frame: FrameProblem, code: FrameProblemCode, text: string): void {
    const { id: messageId } = frame
    const isCall = messageId !== undefined && frame.code !== undefined
    if (isCall)
      this.send(`[4,${JSON.stringify(messageId)},"${frame.code}",${JSON.stringify(frame.description)},{}]`)
    // The answer to a command is logged with the command.
    else if (messageId !== undefined && this.commands.unreadable(messageId, text)) return
    this.invalid(code, text, { messageId, answer: isCall ? frame.description : null })
  }

  /** Writes a rejected frame to the log. */
  private invalid(
    code: FrameProblemCode,
    text: string,
    { messageId, answer = null }: { messageId?: string; answer?: string | null } = {},
  ): void {
    const entry = invalidEntry(this.station, { code, sample: sampleOf(text), messageId, answer })
    const series = invalidSeries(this.stationLog, code)
    if (series) this.stationLog.combine(series, entry)
    else this.deps.addLog(this, entry)
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
    this.stop({ byServer: true, code: socketCloseCodes[reason] ?? 1002, text: error.message, reason })
  }

  /** Answers the queued calls in order; pauses while an answer waits for the database. */
  private processQueue(): void {
    if (this.isBusy || !this.isRegistered) return
    this.isBusy = true
    for (let next = this.inboundQueue.take(); next && this.isOpen; next = this.inboundQueue.take()) {
      if ('release' in next) return this.waitFor(this.answerLong(next))
      const { frame, text, receivedAt } = next
      const answer = this.deps.incomingCalls.answer(this, frame, text, receivedAt)
      if (typeof answer !== 'string')
        return this.waitFor(answer.then((words) => this.answerWith(frame, words)))
      this.answerWith(frame, answer)
    }
    this.idle()
  }

  /** Continues when the call is answered. */
  private waitFor(answered: Promise<void>): void {
    this.busySinceMs = this.deps.clock.ms
    void answered.then(
      () => this.resume(),
      () => this.closeForStorage(),
    )
  }

  private resume(): void {
    this.isBusy = false
    this.processQueue()
  }

  /** Reads and answers a long call when it is scheduled among those of all stations. */
  private async answerLong({ list, text, receivedAt, release }: LongInboundCall): Promise<void> {
    const terminate = await this.deps.longCalls.turn()
    try {
      if (!this.isOpen) return
      const frame = readLongCall(text, list)
      if (frame.kind !== 'call') return this.receiveAnswer(frame, text)
      this.answerWith(frame, await this.deps.incomingCalls.answer(this, frame, text, receivedAt))
    } finally {
      terminate()
      release()
    }
  }

  private answerWith(frame: CallFrame, answer: string): void {
    if (!this.isOpen) return
    this.send(answer)
    if (frame.action === 'Heartbeat') this.deps.addHeartbeats(this)
    this.commands.answeredCall(frame.action)
  }

  /**
   * Closes the socket: a message that is not stored must not be acknowledged, so the station keeps it and
   * reconnects (G9).
   */
  private closeForStorage(): void {
    this.isBusy = false
    this.inboundQueue.clear()
    this.close(closings.storage)
    this.idle()
  }

  private idle(): void {
    this.isBusy = false
    const listeners = this.idleListeners
    this.idleListeners = []
    for (const listener of listeners) listener()
  }

  /** Resolves when no call is in progress. */
  whenIdle(): Promise<void> {
    return this.isBusy ? new Promise((resolve) => this.idleListeners.push(resolve)) : Promise.resolve()
  }

  /**
   * Milliseconds for which the oldest call, or the socket itself, has waited for the database; 0 if nothing
   * waits.
   */
  get waitingMs(): number {
    if (!this.isRegistered) return this.deps.clock.ms - this.openedMs
    return this.isBusy ? this.deps.clock.ms - this.busySinceMs : 0
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

  watch(): void {
    this.deps.watch(this)
  }

  /** Called by the timer: continues with a flood as far as the station's share allows. */
  continueQueue(): void {
    if (!this.inboundQueue.isEmpty) this.processQueue()
  }

  mayHintLog(): boolean {
    const now = this.deps.clock.ms
    if (now - this.lastLogHintMs < 1_000) return false
    this.lastLogHintMs = now
    return true
  }

  takeRequestedBoot(): boolean {
    return this.requestedBoots.take(this.deps.clock.ms)
  }

  failed(): void {
    if (!this.failureRate.tryRemoveTokens(1)) this.close(closings.errors)
  }

  /** Closes the WebSocket; the socket library terminates the connection if the peer does not answer. */
  close({ code, text, reason }: Closing): void {
    if (!this.isOpen) return
    this.stop({ byServer: true, code, text, reason })
    this.ws.close(code, text)
  }

  /** Terminates the connection without a closing handshake because the peer is gone or does not read. */
  terminate({ code, text, reason }: Closing): void {
    if (!this.isOpen) return
    this.stop({ byServer: true, code, text, reason })
    this.ws.terminate()
  }

  /** Stops reading from this socket; answers in progress are still counted as sent. */
  private stop(how: Pick<Ended, 'byServer' | 'code' | 'text' | 'reason'>): void {
    this.isOpen = false
    const ended = { ...how, openMs: this.deps.clock.ms - this.openedMs, unanswered: this.inboundQueue.size }
    const entry = disconnectEntry(this.station, ended)
    const series = connectionSeries(this.stationLog, how.reason ?? String(how.code))
    if (series) this.stationLog.combine(series, entry)
    else this.closingEntry = entry
    this.inboundQueue.clear()
    this.commands.connectionClosed()
    this.deps.closed(this)
  }

  private ended(code: number, text: string): void {
    if (this.isOpen) this.stop({ byServer: false, code, text, reason: reasonOfStation(code) })
  }
}

const socketCloseCodes: { readonly [Code in FrameProblemCode]?: number } = {
  FrameTooBig: 1009,
  TooManyFragments: 1008,
  InvalidUtf8: 1007,
}
