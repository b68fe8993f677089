import type { Hint } from '@stationmaster/contract'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import type { QueryBuilder } from '../shared/queryable.ts'
import type { Bus } from './bus.ts'
import type { BusEvent } from './events.ts'
import { HintGatherer } from './gather-hints.ts'

/** Milliseconds for which hints are collected: batches of messages follow each other after a few. */
const collectMs = 50
/** Number of hints that are collected at most; beyond it, every process fetches again. */
export const maxCollected = 20_000
const retryMs = 1_000

interface HintSenderDeps {
  bus: Pick<Bus, 'publish' | 'sendHints'>
  db: QueryBuilder
  log: Log
}

/**
 * Sends the hints of committed facts to all processes, those of several batches together: each notification costs the
 * database a lock at its commit, and a wake-up of every process. Hints that are lost cause a `bus.gap`.
 */
export class HintSender {
  private readonly deps: HintSenderDeps
  private readonly complaints = new LogThrottle(60_000)
  private gathered = new Map<string, HintGatherer>()
  private count = 0
  private hasLost = false
  private timer: NodeJS.Timeout | null = null
  private sending: Promise<void> | null = null
  private isClosed = false

  constructor(deps: HintSenderDeps) {
    this.deps = deps
  }

  /** Adds a hint about facts that have been committed. */
  add(account: string, hint: Hint): void {
    if (this.count >= maxCollected) return this.lost()
    let gatherer = this.gathered.get(account)
    if (!gatherer) this.gathered.set(account, (gatherer = new HintGatherer()))
    this.count++
    gatherer.add(hint)
    this.sendLater(collectMs)
  }

  /** Notes that hints of facts that may have been committed are not known: every process fetches again. */
  lost(): void {
    this.hasLost = true
    this.sendLater(collectMs)
  }

  private sendLater(ms: number): void {
    if (this.isClosed) return
    this.timer ??= setTimeout(() => {
      this.timer = null
      // the next ones are collected until these have been sent
      this.sending ??= this.send().finally(() => {
        this.sending = null
        if (this.count > 0 || this.hasLost) this.sendLater(this.hasLost ? retryMs : collectMs)
      })
    }, ms)
  }

  private take(): BusEvent[] {
    const events = [...this.gathered].flatMap(([account, gatherer]) =>
      gatherer.take().map((hint) => ({ kind: 'hint' as const, account, hint })),
    )
    this.gathered = new Map()
    this.count = 0
    return events
  }

  private async send(): Promise<void> {
    const { bus, db, log } = this.deps
    const events = this.take()
    const { hasLost } = this
    this.hasLost = false
    try {
      if (hasLost) await bus.publish(db, [{ kind: 'bus.gap' }])
      else await bus.sendHints(db, events)
    } catch (error) {
      this.hasLost = true
      if (this.complaints.shouldLog('')) log.warn({ err: error }, 'bus: hints could not be sent')
    }
  }

  /** Sends what has been collected. */
  async close(): Promise<void> {
    this.isClosed = true
    if (this.timer) clearTimeout(this.timer)
    await this.sending
    if (this.count > 0 || this.hasLost) await this.send()
  }
}
