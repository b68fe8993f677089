import { messageIds, readFrame, type CallFrame, type Frame, type FrameProblem } from '@stationmaster/ocpp'
import type { WebSocket } from 'ws'
import type { StationKnowledge } from '../shared/station-session.ts'
import type { DeskSession } from './call-desk.ts'
import { CommandLine, type CommandSocket } from './command-line.ts'
import { DeviationCounter } from './deviation-counter.ts'
import { StationFlurries } from './flurries.ts'
import { frameText } from './frame-text.ts'
import { HeartbeatLog } from './heartbeat-log.ts'
import { Mailbox } from './mailbox.ts'
import { MinuteCounter } from './rate-limits.ts'
import type { Registration } from './ports.ts'
import { Repeats } from './repeats.ts'
import { RequestedBoots } from './requested-boots.ts'
import { closeCodes, type SessionHouse } from './session-house.ts'

const transfersLoggedPerMinute = 12

/**
 * One open socket of a station. Its calls are answered one after the other in the order they came; commands to
 * the station cross them freely (OCPP-J 1.6, 4.1.1).
 */
export class StationSocket implements DeskSession, CommandSocket {
  station: StationKnowledge
  epoch = 0
  readonly remoteAddress: string
  readonly protocol: string
  readonly repeats = new Repeats()
  readonly deviations = new DeviationCounter()
  readonly heartbeats = new HeartbeatLog()
  readonly failures = new Map<string, number>()
  readonly flurries: StationFlurries
  readonly commands: CommandLine
  readonly requestedBoots = new RequestedBoots()
  /** Awake time of the last frame, ping or pong. */
  heardMs: number
  /** Wall time of it. */
  lastSeenAt = new Date()
  /** It was heard of since that was written last. */
  hasNews = false
  hasPonged = false
  isOpen = true
  isRegistered = false
  private readonly ws: WebSocket
  private readonly house: SessionHouse<StationSocket>
  private readonly mailbox: Mailbox
  private readonly unreadable: MinuteCounter
  private readonly mishaps: MinuteCounter
  private readonly transfers = new MinuteCounter(transfersLoggedPerMinute)
  private readonly openedMs: number
  private isBusy = false
  /** Awake time since when the current call waits for its answer. */
  private busySinceMs = 0
  private lastLogHintMs = -Infinity
  private idleListeners: (() => void)[] = []

  constructor(
    ws: WebSocket,
    house: SessionHouse<StationSocket>,
    about: { station: StationKnowledge; remoteAddress: string; protocol: string },
  ) {
    this.ws = ws
    this.house = house
    this.station = about.station
    this.remoteAddress = about.remoteAddress
    this.protocol = about.protocol
    this.heardMs = house.awake.ms
    const { options } = house
    this.mailbox = new Mailbox(ws, options, house.awake)
    this.unreadable = new MinuteCounter(options.unreadablePerMinute)
    this.mishaps = new MinuteCounter(options.failuresPerMinute)
    this.commands = new CommandLine(this, house, messageIds(`${Date.now().toString(36)}-`))
    this.flurries = new StationFlurries(house, this)
    this.openedMs = house.awake.ms
    ws.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary))
    ws.on('ping', () => this.heard())
    ws.on('pong', () => {
      this.hasPonged = true
      this.heard()
    })
    // The close that follows says all there is to do; without a listener the error would end the process.
    ws.on('error', (error) => house.log.debug({ err: error, station: this.station.id }, 'station socket'))
    ws.on('close', () => this.ended())
  }

  get stationId(): string {
    return this.station.id
  }

  /** What the database knows of the station is here: now calls are answered. */
  registered({ station, epoch, isBootRequested }: Registration): void {
    this.station = station
    this.epoch = epoch
    this.isRegistered = true
    if (isBootRequested) this.requestedBoots.expect(this.house.awake.ms)
    this.commands.opened()
    this.work()
  }

  private heard(): void {
    this.heardMs = this.house.awake.ms
    this.lastSeenAt = new Date()
    this.hasNews = true
  }

  private receive(data: Buffer, isBinary: boolean): void {
    this.heard()
    if (!this.isOpen) return
    try {
      this.read(data, isBinary)
    } catch (error) {
      // A bug of ours costs this station at most its socket (G22).
      this.house.log.error({ err: error, station: this.stationId }, 'a frame of a station failed')
      this.failed()
    }
  }

  private read(data: Buffer, isBinary: boolean): void {
    const sized = frameText(data, this.house.options)
    if (sized === null) return this.close(closeCodes.tooBig, 'frame too long')
    const { text, caps } = sized
    if (isBinary) this.deviations.note('binary-frame', text)
    const frame = readFrame(text, caps)
    if (frame.kind === 'call') {
      this.mailbox.put({ frame, text, receivedAt: new Date() }, !this.isBusy && this.isRegistered)
      this.work()
    } else this.hearAnswer(frame, text)
  }

  private hearAnswer(frame: Exclude<Frame, CallFrame> | FrameProblem, text: string): void {
    if (frame.kind !== 'problem') return void this.commands.answered(frame, text)
    if (frame.reason === 'unknown-type') return this.deviations.note('unknown-message-type', text)
    this.deviations.note(`unreadable-frame ${frame.reason}`, text)
    if (frame.id !== undefined && frame.code === undefined) this.commands.unreadable(frame.id, text)
    if (frame.id !== undefined && frame.code !== undefined)
      this.send(`[4,${JSON.stringify(frame.id)},"${frame.code}",${JSON.stringify(frame.description)},{}]`)
    if (this.unreadable.add(this.house.awake.ms)) this.close(closeCodes.policy, 'too many unreadable frames')
  }

  /** Answers what is in the mailbox, in order; waits where an answer waits for the database. */
  private work(): void {
    if (this.isBusy || !this.isRegistered) return
    this.isBusy = true
    for (let next = this.mailbox.take(); next && this.isOpen; next = this.mailbox.take()) {
      const { frame, text, receivedAt } = next
      const answer = this.house.desk.answer(this, frame, text, receivedAt)
      if (typeof answer !== 'string') {
        this.busySinceMs = this.house.awake.ms
        void answer.then(
          (words) => this.resume(frame, words),
          () => this.storageAway(),
        )
        return
      }
      this.answerWith(frame, answer)
    }
    this.idle()
  }

  private resume(frame: CallFrame, answer: string): void {
    this.answerWith(frame, answer)
    this.isBusy = false
    this.work()
  }

  private answerWith(frame: CallFrame, answer: string): void {
    if (!this.isOpen) return
    this.send(answer)
    if (frame.action === 'Heartbeat') this.house.hasBeats(this)
    this.commands.answeredCall(frame.action)
  }

  /** Nothing may be acknowledged that is not stored: the station keeps it and comes back (G9). */
  private storageAway(): void {
    this.isBusy = false
    this.mailbox.clear()
    this.close(closeCodes.later, 'storage unavailable')
    this.idle()
  }

  private idle(): void {
    this.isBusy = false
    const listeners = this.idleListeners
    this.idleListeners = []
    for (const listener of listeners) listener()
  }

  /** Resolves when no call is being worked on. */
  whenIdle(): Promise<void> {
    return this.isBusy ? new Promise((resolve) => this.idleListeners.push(resolve)) : Promise.resolve()
  }

  /** How long the oldest call, or the socket itself, waits for the database; 0 when nothing does. */
  get waitingMs(): number {
    if (!this.isRegistered) return this.house.awake.ms - this.openedMs
    return this.isBusy ? this.house.awake.ms - this.busySinceMs : 0
  }

  send(text: string): boolean {
    if (!this.isOpen) return false
    this.ws.send(text)
    if (this.ws.bufferedAmount > this.house.options.sendBufferBytes) {
      // A peer that reads nothing would make us keep everything.
      this.end('reads nothing')
      return false
    }
    return true
  }

  ping(): void {
    if (this.isOpen) this.ws.ping()
  }

  watch(): void {
    this.house.watch(this)
  }

  /** Called by the timer: goes on with a flood as far as the station's share allows. */
  calm(): void {
    if (!this.mailbox.isEmpty) this.work()
  }

  mayHintLog(): boolean {
    const now = this.house.awake.ms
    if (now - this.lastLogHintMs < 1_000) return false
    this.lastLogHintMs = now
    return true
  }

  takeRequestedBoot(): boolean {
    return this.requestedBoots.take(this.house.awake.ms)
  }

  mayLogTransfer(): boolean {
    return !this.transfers.add(this.house.awake.ms)
  }

  failed(): void {
    if (this.mishaps.add(this.house.awake.ms)) this.close(closeCodes.failed, 'too many internal errors')
  }

  /** Says goodbye; a peer that does not answer that is cut off by the socket library. */
  close(code: number, why: string): void {
    if (!this.isOpen) return
    this.stop(why)
    this.ws.close(code, why)
  }

  /** Cuts the line: there is nobody, or nobody who reads. */
  end(why: string): void {
    if (!this.isOpen) return
    this.stop(why)
    this.ws.terminate()
  }

  /** Nothing more is taken from this socket, answers under way still count as given. */
  private stop(why: string): void {
    this.isOpen = false
    this.mailbox.clear()
    this.commands.gone(why)
    this.house.closed(this)
  }

  private ended(): void {
    if (this.isOpen) this.stop('connection closed')
  }
}
