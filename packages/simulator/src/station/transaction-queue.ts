import type { Payload } from './payload.ts'
import type { Clock, Timer } from '../time/clock.ts'
import type { Configuration } from './configuration.ts'

/** A transaction message on its way. Its payload is made when it leaves: only then the number may be known. */
export interface QueuedMessage {
  readonly action: string
  /** May be dropped when the station's memory is full (E2 3.7: readings before starts and stops). */
  readonly isReading: boolean
  payload(): Payload
  answered(payload: Payload): void
}

export interface QueueOptions {
  readonly clock: Clock
  readonly configuration: Configuration
  /** Q35: for ever, every ten seconds. */
  readonly neverGivesUp: boolean
  /** Something can be sent again. */
  readonly onReady: () => void
  readonly onDiscard: (message: QueuedMessage) => void
  readonly mostMessages?: number
}

interface Waiting {
  readonly message: QueuedMessage
  attempts: number
}

/**
 * Transaction messages in the order in which things happened (E2 3.7). One that fails is tried again after
 * TransactionMessageRetryInterval times the attempts so far, at most TransactionMessageAttempts times, and then
 * given up (E2 3.7.1). A lost connection is no failed attempt.
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
    if (this.waiting.length > (this.options.mostMessages ?? 10_000)) this.makeRoom()
    this.options.onReady()
  }

  /** The message whose turn it is; null when there is none, or its pause lasts. */
  head(): QueuedMessage | null {
    return this.pause ? null : (this.waiting[0]?.message ?? null)
  }

  /** The head was answered. */
  done(payload: Payload): void {
    const first = this.waiting.shift()
    first?.message.answered(payload)
  }

  /** The head was answered with an error, or not in time. */
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

  /** A new connection: what waits need not wait for its pause any more. */
  resume(): void {
    this.pause?.cancel()
    this.pause = null
  }

  close(): void {
    this.resume()
    this.waiting = []
  }

  /** The head stays: it may be on its way. */
  private makeRoom(): void {
    const at = this.waiting.findIndex((each, index) => index > 0 && each.message.isReading)
    if (at > 0) this.waiting.splice(at, 1)
  }
}
