import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Log } from '../shared/log.ts'
import type { ReadOutcome } from '../shared/read-outcomes.ts'
import { isTransient } from './transient.ts'

/** Milliseconds that a query waits until the replica has what was committed before it. */
const waitMs = 100
const pollMs = 5
/** Milliseconds during which a replica that failed is not asked. */
const awayMs = 5_000

interface Places<T> {
  onReplica: () => Promise<T>
  onPrimary: () => Promise<T>
}

interface Deps {
  primary: Pool
  replica: Pool
  log: Log
  /** Returns monotonic milliseconds. */
  nowMs: () => number
}

/**
 * Runs queries on a read replica that has replayed everything committed before they began, so that all users see
 * their own writes and those that a hint has announced, whichever process made them; otherwise on the primary.
 */
export class ReadReplica {
  readonly counts = new Map<ReadOutcome, number>()
  private readonly deps: Deps
  /** Endpoints whose work also writes: they run on the primary. */
  private readonly writing = new Set<string>()
  private awayUntilMs = Number.NEGATIVE_INFINITY
  /** Last state that was logged. */
  private isUsed = true

  constructor(deps: Deps) {
    this.deps = deps
  }

  /** Runs a query of an endpoint; repeats it on the primary if the replica fails. */
  async run<T>(endpoint: string, { onReplica, onPrimary }: Places<T>): Promise<T> {
    if (this.writing.has(endpoint)) return this.elsewhere('writes', onPrimary)
    const state = await this.state()
    if (state !== 'replica') return this.elsewhere(state, onPrimary)
    try {
      const result = await onReplica()
      this.count('replica')
      return result
    } catch (error) {
      if (isReadOnly(error)) {
        this.writing.add(endpoint)
        return this.elsewhere('writes', onPrimary)
      }
      if (!isTransient(error)) throw error
      this.failed(error)
      return this.elsewhere('away', onPrimary)
    }
  }

  private async state(): Promise<'replica' | 'behind' | 'away'> {
    const { primary, replica, nowMs } = this.deps
    if (nowMs() < this.awayUntilMs) return 'away'
    const { rows } = await primary.query<{ position: string }>(
      'select pg_current_wal_lsn()::text as position',
    )
    try {
      for (const untilMs = nowMs() + waitMs; ; await pause(pollMs)) {
        const { rows: found } = await replica.query<{ has: boolean | null }>(
          'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
          [rows[0]!.position],
        )
        if (found[0]!.has === true) {
          this.note(true, 'storage: queries run on the read replica again')
          return 'replica'
        }
        if (nowMs() >= untilMs) break
      }
      this.note(false, 'storage: the read replica is behind; queries run on the primary')
      return 'behind'
    } catch (error) {
      this.failed(error)
      return 'away'
    }
  }

  private failed(error: unknown): void {
    this.awayUntilMs = this.deps.nowMs() + awayMs
    this.note(false, 'storage: the read replica does not answer; queries run on the primary', error)
  }

  /** Logs once when the replica is no longer used, and once when it is used again. */
  private note(isUsed: boolean, message: string, err?: unknown): void {
    if (isUsed === this.isUsed) return
    this.isUsed = isUsed
    if (isUsed) this.deps.log.info(message)
    else this.deps.log.warn({ err }, message)
  }

  private count(outcome: ReadOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1)
  }

  private elsewhere<T>(outcome: ReadOutcome, onPrimary: () => Promise<T>): Promise<T> {
    this.count(outcome)
    return onPrimary()
  }
}

/** True for a statement that a server in recovery refuses because it writes (SQLSTATE 25006). */
const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: string }).code === '25006'
