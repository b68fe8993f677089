import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../shared/clock.ts'
import type { LogFact, Work } from '../shared/facts.ts'
import type { Log } from '../shared/log.ts'
import { BatchFacts, type HintWire, writeFacts, type WriteOutcome } from './ingest-batch.ts'
import { failureOf, Unreachable } from './ingest-failure.ts'
import { KindTable } from './ingest-kinds.ts'
import { Lane } from './ingest-lane.ts'
import { NumberBlocks } from './ingest-numbers.ts'
import { readNeeds } from './ingest-reads.ts'
import { findWritten } from './ingest-written.ts'

export interface IngestOptions {
  url: string
  /** Connections that write batches; two are enough, one works. */
  lanes: number
  /** Names this process among the database's connections; see `stations.connected_process`. */
  processName: string
  hints: HintWire
  clock: Clock
  log: Log
  /** After how long the database gives a statement up. */
  statementTimeoutMs?: number
  /** How long a message waits for a database that is away. */
  patienceMs?: number
  mostQueued?: number
  mostInBatch?: number
}

/** The database did not take the message in time; the station should keep it and tell it again. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway'
}

interface Item {
  work: Work<unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
  sinceMs: number
  /** Written once already, but nobody knows whether it was committed. */
  isDoubtful: boolean
  /** Its own rule has thrown: it was refused and goes no further. */
  isRefused: boolean
  /** Something it needs was locked: what it touches; it goes only with others that touch the same. */
  stuckAt: string | null
  touches: string
  answer?: unknown
}

/** Connects; whatever keeps it from that, the database is away. */
async function reach(lane: Lane): Promise<void> {
  try {
    await lane.ready()
  } catch (error) {
    throw new Unreachable('the database cannot be reached', { cause: error })
  }
}

const mostRepeats = 5
const stuckPauseMs = 100
const firstWaitMs = 20
const longestWaitMs = 1_000

/**
 * The fast path to the database: what has gathered while a connection was busy is decided and written in one
 * transaction (group commit). A batch that fails is split until the row at fault stands alone; a database that
 * is away is waited for, within limits.
 */
export class Ingest {
  private readonly options: Required<IngestOptions>
  private readonly lanes: Lane[]
  private readonly free: Lane[]
  private queue: Item[] = []
  private isScheduled = false
  private isClosed = false
  private countingStarts = false
  private awaySince: Date | null = null
  private failures = 0
  private readonly kinds = new KindTable()
  private readonly numbers = new NumberBlocks()
  private readonly stateListeners = new Set<(unavailableSince: Date | null) => void>()
  private readonly beatListeners = new Set<(beats: ReadonlyMap<string, number>) => void>()
  private readonly flying = new Set<Promise<void>>()
  private lastCommitMs: number
  batches = 0

  constructor(options: IngestOptions) {
    this.options = {
      statementTimeoutMs: 8_000,
      patienceMs: 20_000,
      mostQueued: 50_000,
      mostInBatch: 500,
      ...options,
    }
    const { url, processName: name, statementTimeoutMs } = this.options
    this.lanes = Array.from({ length: options.lanes }, () => new Lane({ url, name, statementTimeoutMs }))
    this.free = [...this.lanes]
    this.lastCommitMs = options.clock.monotonicMs()
  }

  /** Connects; throws when the database cannot be reached. */
  async open(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.ready()))
  }

  /** Since when the database is away, or null. */
  get unavailableSince(): Date | null {
    return this.awaySince
  }

  /** For the self-watch: how long the oldest message has waited, and how long ago the last commit was. */
  get pulse(): { queued: number; oldestMs: number; sinceCommitMs: number } {
    const now = this.options.clock.monotonicMs()
    const oldest = this.queue[0]
    return {
      queued: this.queue.length,
      oldestMs: oldest ? now - oldest.sinceMs : 0,
      sinceCommitMs: now - this.lastCommitMs,
    }
  }

  onState(listener: (unavailableSince: Date | null) => void): () => void {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  /** Tells the ids of new heartbeat entries by station, so that the next beats can grow them. */
  onBeats(listener: (beats: ReadonlyMap<string, number>) => void): () => void {
    this.beatListeners.add(listener)
    return () => this.beatListeners.delete(listener)
  }

  /** Decides and stores the work; the answer comes after the commit. Throws `StorageAway` after the patience. */
  run<Answer>(work: Work<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.isClosed || this.queue.length >= this.options.mostQueued) {
        reject(new StorageAway('the queue to the database is full or closed'))
        return
      }
      this.queue.push({
        work: work as Work<unknown>,
        resolve: resolve as (answer: unknown) => void,
        reject,
        sinceMs: this.options.clock.monotonicMs(),
        isDoubtful: false,
        isRefused: false,
        stuckAt: null,
        touches: '',
      })
      this.schedule()
    })
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    setImmediate(() => {
      this.isScheduled = false
      this.pump()
    })
  }

  private pump(): void {
    while (this.free.length > 0 && this.queue.length > 0) {
      const items = this.take()
      if (items.length === 0) return
      const lane = this.free.pop()!
      const flight = this.fly(lane, items)
      this.flying.add(flight)
      void flight.finally(() => this.flying.delete(flight))
    }
  }

  /**
   * The next batch. Starts count the running transactions of their cards, so only one batch at a time may hold
   * some; the others overtake.
   */
  private take(): Item[] {
    const items: Item[] = []
    const left: Item[] = []
    for (const item of this.queue) {
      const mayCount = !this.countingStarts || !item.work.needs?.runningOfCards
      const mayGo = mayCount && item.stuckAt === (items[0] ?? item).stuckAt
      if (mayGo && items.length < this.options.mostInBatch) items.push(item)
      else left.push(item)
    }
    this.queue = left
    return items
  }

  private async fly(lane: Lane, items: Item[]): Promise<void> {
    const counts = items.some((item) => item.work.needs?.runningOfCards)
    if (counts) this.countingStarts = true
    try {
      await this.write(lane, items, 0)
    } finally {
      if (counts) this.countingStarts = false
      this.free.push(lane)
      if (this.queue.length > 0) this.schedule()
    }
  }

  private async write(lane: Lane, items: Item[], repeats: number): Promise<void> {
    const accepted = () => items.filter((item) => !item.isRefused)
    try {
      const outcome = await this.attempt(lane, items)
      this.succeeded(accepted(), outcome)
    } catch (error) {
      await this.failed(lane, accepted(), repeats, error)
    }
  }

  private async attempt(lane: Lane, items: Item[]): Promise<WriteOutcome> {
    await reach(lane)
    const { found, isOpen } = await readNeeds(
      lane,
      items.map((item) => item.work.needs),
      this.kinds,
      this.numbers,
    )
    const facts = new BatchFacts()
    for (const item of items) this.decide(item, facts, found)
    const doubtful = items.some((item) => item.isDoubtful)
    if (doubtful) await this.dropWritten(lane, facts)
    for (const item of items) item.isDoubtful = true
    return writeFacts(lane, facts, this.options.hints, isOpen)
  }

  /** A bug in a rule costs its own message only. */
  private decide(item: Item, facts: BatchFacts, found: Parameters<Work<unknown>['decide']>[1]): void {
    const mark = facts.mark()
    try {
      item.answer = item.work.decide(facts, found)
      item.touches = mark.touched()
    } catch (error) {
      mark.undo()
      item.isRefused = true
      item.reject(error)
    }
  }

  /** The log has no key of its own: entries of a batch that may have been committed are looked up first. */
  private async dropWritten(lane: Lane, facts: BatchFacts): Promise<void> {
    const written = await findWritten(lane, facts.rows.log)
    const isNew = (entry: LogFact) => !written(entry)
    facts.rows.log = facts.rows.log.filter(isNew)
  }

  private succeeded(items: readonly Item[], { beats }: WriteOutcome): void {
    this.batches++
    this.failures = 0
    this.lastCommitMs = this.options.clock.monotonicMs()
    this.setAway(null)
    if (beats.size > 0) for (const listener of this.beatListeners) listener(beats)
    for (const item of items) {
      try {
        item.work.committed?.(item.answer)
      } catch (error) {
        this.options.log.error({ err: error }, 'ingest: what follows a commit failed')
      }
      item.resolve(item.answer)
    }
  }

  private async failed(lane: Lane, items: Item[], repeats: number, error: unknown): Promise<void> {
    const failure = failureOf(error)
    if (failure === 'away') return this.wait(lane, items, error)
    // An error between the two round trips leaves the transaction open.
    await lane.run('rollback').catch(() => lane.discard())
    for (const item of items) item.isDoubtful = false
    if (failure === 'locked') return this.setAside(items, error)
    if (failure === 'again' && repeats < mostRepeats) {
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

  /** What others hold locked is tried again later and by itself, so that it holds up nothing else. */
  private setAside(items: Item[], error: unknown): void {
    this.options.log.warn({ err: error, messages: items.length }, 'ingest: something is locked')
    for (const item of items) item.stuckAt = item.touches || Object.keys(item.work.needs ?? {}).join()
    setTimeout(() => {
      this.queue.push(...items)
      this.expire()
      this.schedule()
    }, stuckPauseMs)
  }

  /** The database is away: the messages go back to the head of the queue, the lane waits a little. */
  private async wait(lane: Lane, items: Item[], error: unknown): Promise<void> {
    lane.discard()
    this.queue = [...items, ...this.queue]
    if (this.awaySince === null) {
      this.options.log.warn({ err: error }, 'ingest: the database is away, messages wait')
      this.setAway(this.options.clock.now())
      void this.probe()
    }
    await this.rest()
  }

  private async rest(): Promise<void> {
    const waitMs = Math.min(firstWaitMs * 2 ** Math.min(this.failures++, 10), longestWaitMs)
    await pause(waitMs * (0.5 + Math.random()))
    this.expire()
  }

  /** Asks until the database answers, also when no message waits. */
  private async probe(): Promise<void> {
    while (this.awaySince !== null && !this.isClosed) {
      await pause(500 * (0.75 + Math.random() / 2))
      this.expire()
      const lane = this.free.pop()
      if (!lane) continue
      try {
        await lane.ready()
        await lane.run('select 1')
        this.setAway(null)
      } catch {
        // still away: asked again after the pause
        lane.discard()
      }
      this.free.push(lane)
      this.schedule()
    }
  }

  private expire(): void {
    const oldest = this.options.clock.monotonicMs() - this.options.patienceMs
    const expired = this.queue.filter((item) => item.sinceMs < oldest)
    if (expired.length === 0) return
    this.queue = this.queue.filter((item) => item.sinceMs >= oldest)
    for (const item of expired) item.reject(new StorageAway('the database is away'))
  }

  private setAway(since: Date | null): void {
    if ((this.awaySince === null) === (since === null)) return
    if (since === null) this.options.log.info('ingest: the database is back')
    this.awaySince = since
    for (const listener of this.stateListeners) listener(since)
  }

  /** Writes what waits and closes the connections. */
  async close(limitMs = 5_000): Promise<void> {
    const until = this.options.clock.monotonicMs() + limitMs
    while (this.queue.length + this.flying.size > 0 && this.options.clock.monotonicMs() < until)
      await Promise.race([pause(20), ...this.flying])
    this.isClosed = true
    for (const item of this.queue) item.reject(new StorageAway('the server stops'))
    this.queue = []
    await Promise.all(this.lanes.map((lane) => lane.close()))
  }
}
