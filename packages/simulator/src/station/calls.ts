import { writeCall } from '@stationmaster/ocpp'
import { noLedger, type Ledger, type LedgerEntry, type Outcome } from '../ledger/ledger.ts'
import type { QuirkTools } from '../quirks/hooks.ts'
import type { Payload } from './payload.ts'
import type { QuirkSet } from '../quirks/quirk-set.ts'
import type { Clock, Timer } from '../time/clock.ts'
import type { QueuedMessage, TransactionQueue } from './transaction-queue.ts'

/** Outcome of a CALL. `lost`: the connection was closed, or there was none. */
export type Answer =
  | { kind: 'result'; payload: Payload }
  | { kind: 'error'; code: string; description: string }
  | { kind: 'timeout' }
  | { kind: 'lost' }

interface Waiting {
  readonly action: string
  readonly payload: () => Payload
  readonly resolve: (answer: Answer) => void
}
interface Sent extends Waiting {
  readonly id: string
  readonly reported: Payload
  readonly sentAtMs: number
  readonly timer: Timer
}

export interface CallsOptions {
  readonly identity: string
  readonly clock: Clock
  readonly timeoutMs: number
  readonly quirks: QuirkSet
  readonly tools: QuirkTools
  readonly ledger: Ledger
  readonly queue: TransactionQueue
  /** Creates the generator of message ids of a connection. */
  readonly ids: (connection: number) => () => string
  /** Sends a text; returns false if there is no connection. */
  readonly write: (text: string) => boolean
}

const lost: Answer = { kind: 'lost' }

/** The CALLs of one station: one pending at a time (OCPP-J 4.1.1), transaction messages after the others. */
export class Calls {
  /** Number of answers that matched no pending CALL. */
  unmatchedAnswers = 0
  /** Number of the current connection, from 1. */
  connection = 0
  private readonly options: CallsOptions
  private first: Waiting[] = []
  private ordinary: Waiting[] = []
  private pending: Sent | null = null
  private nextId: () => string = () => ''
  private isOpen = false
  private maySend = false

  constructor(options: CallsOptions) {
    this.options = options
  }

  /** True if no CALL is pending or waiting. */
  get isIdle(): boolean {
    return !this.pending && this.first.length === 0 && this.ordinary.length === 0
  }

  opened(): void {
    this.connection++
    this.nextId = this.options.ids(this.connection)
    this.isOpen = true
    this.options.queue.resume()
    this.pump()
  }

  /** Handles a closed connection: waiting CALLs are lost, except for the transaction queue. */
  closed(): void {
    this.isOpen = false
    if (this.pending) this.finish(this.pending, lost, 'lost')
    const all = [...this.first, ...this.ordinary]
    this.first = []
    this.ordinary = []
    for (const waiting of all) waiting.resolve(lost)
  }

  /**
   * Allows or forbids ordinary CALLs: before its boot is accepted a station sends only the boot (E2 4.2) and
   * triggered messages.
   */
  allow(maySend: boolean): void {
    this.maySend = maySend
    this.pump()
  }

  /** Sends a CALL that needs no accepted boot: the boot itself, or a triggered message. */
  callFirst(action: string, payload: Payload): Promise<Answer> {
    return this.line(this.first, action, payload)
  }

  /** Sends an ordinary CALL; it is not stored for later. */
  call(action: string, payload: Payload): Promise<Answer> {
    return this.maySend ? this.line(this.ordinary, action, payload) : Promise.resolve(lost)
  }

  private line(lane: Waiting[], action: string, payload: Payload): Promise<Answer> {
    if (!this.isOpen) return Promise.resolve(lost)
    return new Promise((resolve) => {
      lane.push({ action, payload: () => payload, resolve })
      this.pump()
    })
  }

  /** Handles an answer. One that matches no pending CALL is late and dropped. */
  answered(id: string, answer: Answer): void {
    if (this.pending?.id !== id) {
      this.unmatchedAnswers++
      return
    }
    this.finish(this.pending, answer, answer.kind)
    this.pump()
  }

  /** Sends the next CALL, if one waits and none is pending. */
  pump(): void {
    while (this.isOpen && !this.pending) {
      const next = this.first.shift() ?? (this.maySend ? (this.ordinary.shift() ?? this.queued()) : null)
      if (!next) return
      this.send(next)
    }
  }

  private queued(): Waiting | null {
    const { queue } = this.options
    const message = queue.head()
    return (
      message && {
        action: message.action,
        payload: () => message.payload(),
        resolve: (answer) => {
          if (answer.kind === 'result') queue.done(answer.payload)
          else if (answer.kind !== 'lost') queue.failed()
        },
      }
    )
  }

  private send(waiting: Waiting): void {
    const { quirks, tools, clock, timeoutMs, write } = this.options
    const reported = quirks.call(waiting.action, waiting.payload(), tools)
    if (!reported) return waiting.resolve({ kind: 'result', payload: {} })
    const id = quirks.messageId(waiting.action, this.nextId)
    const sent: Sent = {
      ...waiting,
      id,
      reported,
      sentAtMs: clock.now(),
      timer: clock.after(timeoutMs, () => {
        this.finish(sent, { kind: 'timeout' }, 'timeout')
        this.pump()
      }),
    }
    this.pending = sent
    const text = quirks.callText(writeCall(id, waiting.action, reported), waiting.action)
    write(text)
    quirks.sent({ action: waiting.action, payload: reported, text }, tools)
  }

  /** Records a discarded transaction message in the ledger, since the central system has not stored it. */
  discarded({ action, payload }: QueuedMessage): void {
    const nowMs = this.options.clock.now()
    this.record({ id: '', action, payload: payload(), outcome: 'discarded', answer: null }, nowMs)
  }

  private finish(sent: Sent, answer: Answer, outcome: Outcome): void {
    sent.timer.cancel()
    this.pending = null
    const { id, action, reported: payload, sentAtMs } = sent
    const content = answer.kind === 'result' ? answer.payload : answer.kind === 'error' ? answer : null
    this.record({ id, action, payload, outcome, answer: content }, sentAtMs)
    sent.resolve(answer)
  }

  private record(
    entry: Pick<LedgerEntry, 'id' | 'action' | 'payload' | 'outcome' | 'answer'>,
    sentAtMs: number,
  ): void {
    const { identity, ledger, clock } = this.options
    // A thousand stations without a checker need no formatted times.
    if (ledger === noLedger) return
    const sentAt = new Date(sentAtMs).toISOString()
    const endedAt = new Date(clock.now()).toISOString()
    ledger.append({ identity, connection: this.connection, ...entry, sentAt, endedAt })
  }
}
