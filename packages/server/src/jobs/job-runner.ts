import { setTimeout as pause } from 'node:timers/promises'
import type { Runner, RunnerOptions } from 'graphile-worker'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import type { Job } from './job.ts'

/** Number of attempts of a failed job, with growing pauses; it runs again at its next scheduled time anyway. */
const maxAttempts = 5
const restartMs = 5_000
/** Milliseconds between two warnings; the runner fails at each attempt while the database is unavailable. */
const complainEveryMs = 60_000
/**
 * Milliseconds to wait at the end; a runner that failed before sleeps for up to a minute and cannot be
 * interrupted.
 */
const partingMs = 10_000

/** Details of a message of the queue, as far as a log needs them. */
interface Complaint {
  error?: unknown
  fatalError?: unknown
  job?: { task_identifier: string }
}

type Pool = NonNullable<RunnerOptions['pgPool']>

/**
 * Runs the jobs of all modules from a queue in the same database, so that only one of several server
 * processes runs each job. Needs two connections of its own: one listens, one works. Waits while the database
 * is unavailable.
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

  /** @param pollMs interval of polling for retries; the database notifies of new jobs */
  constructor(pool: Pool, jobs: readonly Job[], { log, pollMs = 10_000 }: { log: Log; pollMs?: number }) {
    this.pool = pool
    this.jobs = jobs
    this.log = log
    this.pollMs = pollMs
  }

  /** Starts the runner; the tables of the queue are created in the background. */
  start(): void {
    this.ended = this.keepRunning()
  }

  private async keepRunning(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      try {
        await this.runOnce()
      } catch (error) {
        this.complain('stopped, restarting', { error })
      }
      // rejects when stop() was called in the meantime, which the loop detects
      if (!signal.aborted) await pause(restartMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Logs a failure, except while stopping: the next start repeats that work. */
  private complain(message: string, meta: Complaint = {}): void {
    const task = meta.job?.task_identifier
    if (this.stopping.signal.aborted || !this.complaints.shouldLog(task ?? 'the runner')) return
    const words = task ? `${task} failed, it will be retried` : message.split('\n', 1)[0]
    this.log.error({ err: meta.error ?? meta.fatalError }, `jobs: ${words}`)
  }

  private async runOnce(): Promise<void> {
    // Loaded only when needed, so that the server is available before its first job.
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
      // With batching, a completion that fails would be an unhandled rejection in the queue.
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

  /** Runs a job now, before its next scheduled time. Without a running job runner it runs at that time. */
  async wake(name: string): Promise<void> {
    try {
      await this.runner?.addJob(name, {}, { jobKey: name, maxAttempts })
    } catch (error) {
      this.log.warn({ err: error, job: name }, 'jobs: a job could not be started')
    }
  }

  /** Does the work of a job in this process, without the queue. */
  async work(name: string): Promise<void> {
    const job = this.jobs.find((one) => one.name === name)
    if (!job) throw new Error(`unknown job: ${name}`)
    await job.work()
  }

  /** Stops after the running job has finished. */
  async stop(): Promise<void> {
    this.stopping.abort()
    // It may have ended by itself a moment ago. Unfinished jobs are run after the next start.
    const stopped = (this.runner?.stop() ?? Promise.resolve()).catch(() => {}).then(() => this.ended)
    await Promise.race([stopped, pause(partingMs, undefined, { ref: false })])
  }
}
