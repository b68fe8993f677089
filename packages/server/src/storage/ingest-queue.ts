import type { Work } from '../shared/facts.ts'
import type { BatchAttempt } from './ingest-outcome.ts'

/** Message on its way to the database. */
export interface Item {
  work: Work<unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
  sinceMs: number
  /** The last transaction that wrote it; null before the first. */
  attempt: BatchAttempt | null
  /** True if its own rule has thrown: it was rejected and is not processed further. */
  isRefused: boolean
  /** Keys of what was locked, or null; the message is only processed with others that touch the same. */
  stuckAt: string | null
  touches: string
  answer?: unknown
}

/** Thrown if the database did not take the message in time; the station should keep it and send it again. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway'
}

/** Thrown if the station has a newer connection than the one of the message, which is not stored (G12). */
export class ConnectionReplaced extends Error {
  override readonly name = 'ConnectionReplaced'
}

/** Milliseconds that a message waits for an unavailable database. */
const patienceMs = 20_000
const maxQueued = 50_000
const maxInBatch = 500

/** Messages that wait for a connection, in the order of arrival; bounded in number and in time. */
export class IngestQueue {
  private items: Item[] = []

  get length(): number {
    return this.items.length
  }

  get isFull(): boolean {
    return this.items.length >= maxQueued
  }

  put(work: Work<unknown>, nowMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const state = { attempt: null, isRefused: false, stuckAt: null, touches: '' }
      this.items.push({ work, resolve, reject, sinceMs: nowMs, ...state })
    })
  }

  putFirst(items: readonly Item[]): void {
    this.items = [...items, ...this.items]
  }

  putLast(items: readonly Item[]): void {
    this.items.push(...items)
  }

  /**
   * Returns the next batch. Starts count the running transactions of their cards, so only one batch at a time
   * may contain some; other messages overtake them.
   */
  take(mayCountStarts: boolean): Item[] {
    const taken: Item[] = []
    const left: Item[] = []
    for (const item of this.items) {
      const mayCount = mayCountStarts || !item.work.requires?.runningOfCards
      const isAlike = item.stuckAt === (taken[0] ?? item).stuckAt
      if (mayCount && isAlike && taken.length < maxInBatch) taken.push(item)
      else left.push(item)
    }
    this.items = left
    return taken
  }

  /** Rejects messages that have waited too long. */
  expire(nowMs: number): void {
    const oldest = nowMs - patienceMs
    if (!this.items.some((item) => item.sinceMs < oldest)) return
    const expired = this.items.filter((item) => item.sinceMs < oldest)
    this.items = this.items.filter((item) => item.sinceMs >= oldest)
    for (const item of expired) item.reject(new StorageAway('the database is away'))
  }

  clear(): void {
    for (const item of this.items) item.reject(new StorageAway('the server stops'))
    this.items = []
  }
}
