import { setTimeout as pause } from 'node:timers/promises'
import type { Runner, RunnerOptions } from 'graphile-worker'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import type { Job } from './job.ts'

/** A failed job is tried again so often, with growing pauses; its next time comes anyway. */
const maxAttempts = 5
const restartMs = 5_000
/** While the database is away the runner fails at each turn. */
const complainEveryMs = 60_000
/** A runner that failed before is asleep for up to a minute and hears nothing meanwhile. */
const partingMs = 10_000

/** What the queue says with its words, as far as a log needs it. */
interface Complaint {
  error?: unknown
  fatalError?: unknown
  job?: { task_identifier: string }
}

type Pool = NonNullable<RunnerOptions['pgPool']>

/**
 * Works the jobs of all modules out of a queue in the same database, so that of several server processes one does
 * each. Needs two connections of its own: one listens, one works. While the database is away it waits.
 */
export class JobRunner {
  private readonly pool: Pool
  private readonly jobs: readonly Job[]
  private readonly log: Log
  private readonly pollMs: number
  private readonly stopping = new AbortController()
  private readonly complaints = new LogThrottle(complainEveryMs)
  private runner: Runner | null = null
  private ended: Promise<void> = Promise.resolve()

  /** @param pollMs how often to look for retries; of new jobs the database tells */
  constructor(pool: Pool, jobs: readonly Job[], log: Log, pollMs = 10_000) {
    this.pool = pool
    this.jobs = jobs
    this.log = log
    this.pollMs = pollMs
  }

  /** Begins; the tables of the queue are made on the way, nobody has to wait for them. */
  start(): void {
    this.ended = this.keepRunning()
  }

  private async keepRunning(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      try {
        await this.runOnce()
      } catch (error) {
        this.complain('stopped, starting again', { error })
      }
      // rejects when stop() was called meanwhile, which the loop sees
      if (!signal.aborted) await pause(restartMs, undefined, { signal }).catch(() => {})
    }
  }

  /** What fails because everything is being stopped is done by the next start. */
  private complain(message: string, meta: Complaint = {}): void {
    const task = meta.job?.task_identifier
    if (this.stopping.signal.aborted || !this.complaints.shouldLog(task ?? 'the runner')) return
    const words = task ? `${task} failed, it is tried again` : message.split('\n', 1)[0]
    this.log.error({ err: meta.error ?? meta.fatalError }, `jobs: ${words}`)
  }

  private async runOnce(): Promise<void> {
    // Only who works jobs loads it: a server serves before its first job.
    const { Logger, parseCronItems, run } = await import('graphile-worker')
    const logger = new Logger(() => (level, message, meta) => {
      if (level === 'error') this.complain(message, meta)
    })
    const items = this.jobs.map(({ name, every }) => ({
      task: name,
      match: every,
      options: { maxAttempts, jobKey: name },
    }))
    const runner = await run({
      pgPool: this.pool,
      taskList: Object.fromEntries(this.jobs.map((job) => [job.name, () => job.work()])),
      parsedCronItems: parseCronItems(items),
      concurrency: 1,
      noHandleSignals: true,
      pollInterval: this.pollMs,
      // Without its gathering the queue leaves a completion that fails to nobody: an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger,
    })
    this.runner = runner
    if (this.stopping.signal.aborted) await runner.stop()
    else
      for (const job of this.jobs.filter((job) => job.atStart))
        await runner.addJob(job.name, {}, { jobKey: job.name, maxAttempts })
    await runner.promise
  }

  /** Has a job worked now and not at its next time only. Where no jobs run, its time will come. */
  async wake(name: string): Promise<void> {
    try {
      await this.runner?.addJob(name, {}, { jobKey: name, maxAttempts })
    } catch (error) {
      this.log.warn({ err: error, job: name }, 'jobs: a job could not be woken')
    }
  }

  /** Lets the running job finish. */
  async stop(): Promise<void> {
    this.stopping.abort()
    // It may have ended by itself a moment ago. What is not done in time is done by the next start.
    const stopped = (this.runner?.stop() ?? Promise.resolve()).catch(() => {}).then(() => this.ended)
    await Promise.race([stopped, pause(partingMs, undefined, { ref: false })])
  }
}
