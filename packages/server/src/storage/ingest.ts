import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../shared/clock.ts'
import type { Work, WrittenEntries } from '../shared/facts.ts'
import type { Log } from '../shared/log.ts'
import { noSubscriptions, type Subscriptions } from '../shared/state-change.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import { attemptBatch, type BatchTools } from './ingest-attempt.ts'
import { connectionKey, type HintSink } from './ingest-batch.ts'
import { failureOf } from './ingest-failure.ts'
import { KindTable } from './ingest-kinds.ts'
import { Lane } from './ingest-lane.ts'
import { ConnectionReplaced, IngestQueue, type Item, StorageAway } from './ingest-queue.ts'
import { NumberBlocks } from './ingest-numbers.ts'

export interface IngestOptions {
  url: string
  /** Connections that write batches; two are enough, a single one works. */
  lanes: number
  /** Name of this process among the database's connections; see `stations.connected_process`. */
  processName: string
  hints: HintSink
  /** Actions for which scripts are registered; none by default. */
  subscriptions?: Subscriptions
  clock: Clock
  log: Log
}

/** Minimum milliseconds between two batches under load, so that a batch is worth its cost. */
const paceMs = 4
const maxRepeats = 5
const stuckPauseMs = 100
const firstWaitMs = 20
const longestWaitMs = 1_000

/**
 * Fast path to the database: messages that were collected while a connection was busy are decided and written
 * in one transaction (group commit). A batch that fails is split until the faulty row is isolated; messages
 * wait for an unavailable database, within limits.
 */
export class Ingest {
  private readonly options: IngestOptions
  private readonly queue = new IngestQueue()
  private readonly lanes: Lane[]
  private readonly free: Lane[]
  private readonly flying = new Set<Promise<void>>()
  private readonly tools: BatchTools
  private readonly stateListeners = new Set<(unavailableSince: Date | null) => void>()
  private readonly entryListeners = new Set<(entries: WrittenEntries) => void>()
  private readonly locked = new LogThrottle(60_000)
  private isScheduled = false
  private isClosed = false
  private isCountingStarts = false
  private awaySince: Date | null = null
  private failures = 0
  private lastCommitMs: number
  private busySinceMs = 0
  private lastBatchMs = -Infinity
  /** Number of committed batches. */
  batches = 0

  constructor(options: IngestOptions) {
    this.options = options
    const { hints, subscriptions = noSubscriptions } = options
    this.tools = { kinds: new KindTable(), numbers: new NumberBlocks(), hints, subscriptions }
    const { url, processName: name } = options
    this.lanes = Array.from({ length: options.lanes }, () => new Lane({ url, name }))
    this.free = [...this.lanes]
    this.lastCommitMs = this.nowMs
  }

  private get nowMs(): number {
    return this.options.clock.monotonicMs()
  }

  /** Connects; throws if the database cannot be reached. */
  async open(): Promise<void> {
    // waits for all lanes also if one fails, so that `close` ends all of them
    for (const lane of await Promise.allSettled(this.lanes.map((lane) => lane.ready())))
      if (lane.status === 'rejected') throw lane.reason
  }

  /** Time since when the database has been unavailable, or null. */
  get unavailableSince(): Date | null {
    return this.awaySince
  }

  /**
   * For health checks: the number of waiting messages, and the milliseconds without a commit while messages
   * waited.
   */
  get pulse(): { queued: number; stuckMs: number } {
    const sinceMs = Math.max(this.busySinceMs, this.lastCommitMs)
    return { queued: this.queue.length, stuckMs: this.isBusy ? this.nowMs - sinceMs : 0 }
  }

  private get isBusy(): boolean {
    return this.queue.length + this.flying.size > 0
  }

  onState(listener: (unavailableSince: Date | null) => void): () => void {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  /** Registers a listener for new entries of the OCPP log that count repetitions, so that further ones extend them. */
  onRepeatedEntries(listener: (entries: WrittenEntries) => void): () => void {
    this.entryListeners.add(listener)
    return () => this.entryListeners.delete(listener)
  }

  /** Decides and stores the work; resolves after the commit. Throws `StorageAway` after the time limit. */
  run<Answer>(work: Work<Answer>): Promise<Answer> {
    if (this.isClosed || this.queue.isFull)
      return Promise.reject(new StorageAway('the queue to the database is full or closed'))
    if (!this.isBusy) this.busySinceMs = this.nowMs
    // The answer has the type that this work decides.
    const answer = this.queue.put(work as Work<unknown>, this.nowMs) as Promise<Answer>
    this.schedule()
    return answer
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    const go = () => {
      this.isScheduled = false
      this.pump()
    }
    const waitMs = this.lastBatchMs + paceMs - this.nowMs
    if (waitMs > 0) setTimeout(go, waitMs)
    else setImmediate(go)
  }

  private pump(): void {
    while (this.free.length > 0 && this.queue.length > 0) {
      const items = this.queue.take(!this.isCountingStarts)
      if (items.length === 0) return
      this.lastBatchMs = this.nowMs
      const lane = this.free.pop()!
      const flight = this.fly(lane, items)
      this.flying.add(flight)
      void flight.finally(() => this.flying.delete(flight))
    }
  }

  private async fly(lane: Lane, items: Item[]): Promise<void> {
    const counts = items.some((item) => item.work.requires?.runningOfCards)
    if (counts) this.isCountingStarts = true
    try {
      await this.write(lane, items, 0)
    } finally {
      if (counts) this.isCountingStarts = false
      this.free.push(lane)
      if (this.queue.length > 0) this.schedule()
    }
  }

  private async write(lane: Lane, items: Item[], repeats: number): Promise<void> {
    const accepted = () => items.filter((item) => !item.isRefused)
    try {
      const written = await attemptBatch(lane, items, this.tools)
      this.succeeded(accepted(), written)
    } catch (error) {
      await this.failed(lane, accepted(), { repeats, error })
    }
  }

  private succeeded(items: readonly Item[], written: WrittenEntries): void {
    this.batches++
    this.failures = 0
    this.lastCommitMs = this.nowMs
    this.setAway(null)
    for (const listener of this.entryListeners) listener(written)
    for (const item of items) {
      try {
        item.work.committed?.(item.answer)
      } catch (error) {
        this.options.log.error({ err: error }, 'ingest: a callback after a commit failed')
      }
      item.resolve(item.answer)
    }
  }

  private async failed(
    lane: Lane,
    items: Item[],
    { repeats, error }: { repeats: number; error: unknown },
  ): Promise<void> {
    const failure = failureOf(error)
    if (failure === 'away') return this.wait(lane, items, error)
    // An error between the two round trips leaves the transaction open.
    await lane.run('rollback').catch(() => lane.discard())
    if (failure === 'locked') return this.setAside(items, error)
    if (failure === 'replaced') return this.dropReplaced(lane, items, error)
    if (failure === 'again' && repeats < maxRepeats) {
      await pause(firstWaitMs * Math.random() * 2 ** repeats)
      return this.write(lane, items, repeats + 1)
    }
    const [only] = items
    if (!only) return
    if (items.length === 1) {
      this.options.log.error({ err: error }, 'ingest: a message cannot be stored')
      only.reject(error)
      return
    }
    const middle = Math.ceil(items.length / 2)
    await this.write(lane, items.slice(0, middle), 0)
    await this.write(lane, items.slice(middle), 0)
  }

  /** Rejects the messages of replaced connections, which the error lists, and writes the others. */
  private async dropReplaced(lane: Lane, items: Item[], error: unknown): Promise<void> {
    const replaced = new Set(((error as { detail?: string }).detail ?? '').split(','))
    const isReplaced = ({ work }: Item) => work.connection && replaced.has(connectionKey(work.connection))
    const dropped = items.filter(isReplaced)
    if (dropped.length === 0) throw error
    for (const item of dropped) item.reject(new ConnectionReplaced('the station has a newer connection'))
    const rest = items.filter((item) => !isReplaced(item))
    if (rest.length > 0) await this.write(lane, rest, 0)
  }

  /** Retries messages that need locked rows later and separately, so that they delay no others. */
  private setAside(items: Item[], error: unknown): void {
    if (this.locked.shouldLog(''))
      this.options.log.warn(
        { err: error, messages: items.length },
        'ingest: rows are locked, the messages are retried',
      )
    for (const item of items) item.stuckAt = item.touches || Object.keys(item.work.requires ?? {}).join()
    setTimeout(() => {
      this.queue.putLast(items)
      this.queue.expire(this.nowMs)
      this.schedule()
    }, stuckPauseMs)
  }

  /** Returns the messages to the head of the queue and pauses the lane while the database is unavailable. */
  private async wait(lane: Lane, items: Item[], error: unknown): Promise<void> {
    lane.discard()
    this.queue.putFirst(items)
    if (this.awaySince === null) {
      this.options.log.warn({ err: error }, 'ingest: the database is unavailable, messages wait')
      this.setAway(this.options.clock.now())
      void this.probe()
    }
    await this.rest()
  }

  private async rest(): Promise<void> {
    const waitMs = Math.min(firstWaitMs * 2 ** Math.min(this.failures++, 10), longestWaitMs)
    await pause(waitMs * (0.5 + Math.random()))
    this.queue.expire(this.nowMs)
  }

  /** Queries the database until it answers, even if no message waits. */
  private async probe(): Promise<void> {
    while (this.awaySince !== null && !this.isClosed) {
      await pause(500 * (0.75 + Math.random() / 2))
      this.queue.expire(this.nowMs)
      const lane = this.free.pop()
      if (!lane) continue
      try {
        await lane.ready()
        await lane.run('select 1')
        this.setAway(null)
      } catch {
        // still unavailable: tried again after the pause
        lane.discard()
      }
      this.free.push(lane)
      this.schedule()
    }
  }

  private setAway(since: Date | null): void {
    if ((this.awaySince === null) === (since === null)) return
    if (since === null) this.options.log.info('ingest: the database is available again')
    this.awaySince = since
    for (const listener of this.stateListeners) listener(since)
  }

  /** Writes the waiting messages and closes the connections. */
  async close(limitMs = 5_000): Promise<void> {
    const until = this.nowMs + limitMs
    while (this.queue.length + this.flying.size > 0 && this.nowMs < until)
      await Promise.race([pause(20), ...this.flying])
    this.isClosed = true
    this.queue.clear()
    await Promise.all(this.lanes.map((lane) => lane.close()))
  }
}
