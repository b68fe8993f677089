import type { Payload } from './payload.ts'
import type { Clock, Timer } from '../time/clock.ts'
import type { Configuration } from './configuration.ts'

/** A queued transaction message. Its payload is created when it is sent: the number may not be known before. */
export interface QueuedMessage {
  readonly action: string
  /**
   * True if it may be dropped when the station's memory is full (E2 3.7: meter values before starts and
   * stops).
   */
  readonly isReading: boolean
  payload(): Payload
  answered(payload: Payload): void
}

export interface QueueOptions {
  readonly clock: Clock
  readonly configuration: Configuration
  /** Q35: forever, every ten seconds. */
  readonly neverGivesUp: boolean
  /** Called when a message can be sent again. */
  readonly onReady: () => void
  readonly onDiscard: (message: QueuedMessage) => void
  readonly maxMessages?: number
}

interface Waiting {
  readonly message: QueuedMessage
  attempts: number
}

/**
 * Transaction messages in the order of events (E2 3.7). A failed one is retried after
 * TransactionMessageRetryInterval times the attempts so far, at most TransactionMessageAttempts times, and
 * then discarded (E2 3.7.1). A lost connection does not count as a failed attempt.
 */
export class TransactionQueue {
  discarded = 0
  private waiting: Waiting[] = []
  private pause: Timer | null = null
  private readonly options: QueueOptions

  constructor(options: QueueOptions) {
    this.options = options
  }

  get length(): number {
    return this.waiting.length
  }

  add(message: QueuedMessage): void {
    this.waiting.push({ message, attempts: 0 })
    if (this.waiting.length > (this.options.maxMessages ?? 10_000)) this.dropReading()
    this.options.onReady()
  }

  /** Returns the next message; null if there is none, or during a retry pause. */
  head(): QueuedMessage | null {
    return this.pause ? null : (this.waiting[0]?.message ?? null)
  }

  /** Handles the answer to the head. */
  done(payload: Payload): void {
    const first = this.waiting.shift()
    first?.message.answered(payload)
  }

  /** Handles an error answer to the head, or a timeout. */
  failed(): void {
    const first = this.waiting[0]
    if (!first) return
    const { configuration, neverGivesUp, clock, onReady, onDiscard } = this.options
    first.attempts++
    if (!neverGivesUp && first.attempts >= Math.max(1, configuration.number('TransactionMessageAttempts'))) {
      this.waiting.shift()
      this.discarded++
      onDiscard(first.message)
      return
    }
    const intervalMs = configuration.number('TransactionMessageRetryInterval') * 1000
    this.pause = clock.after(neverGivesUp ? 10_000 : intervalMs * first.attempts, () => {
      this.pause = null
      onReady()
    })
  }

  /** Handles a new connection: ends the retry pause. */
  resume(): void {
    this.pause?.cancel()
    this.pause = null
  }

  close(): void {
    this.resume()
    this.waiting = []
  }

  /** The head is not dropped: it may have been sent. */
  private dropReading(): void {
    const at = this.waiting.findIndex((each, index) => index > 0 && each.message.isReading)
    if (at > 0) this.waiting.splice(at, 1)
  }
}
