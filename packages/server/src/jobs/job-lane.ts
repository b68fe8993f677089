import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Runner, RunnerOptions, WorkerEvents } from 'graphile-worker'
import type { Log } from '../shared/log.ts'
import type { LogThrottle } from '../shared/log-throttle.ts'
import type { Job, JobRun } from './job.ts'

/** Number of attempts of a failed job, with growing pauses; it runs again at its next scheduled time anyway. */
const maxAttempts = 5
const restartMs = 5_000
/** Milliseconds by which the clock may be set back; scheduled jobs wait for so long. */
const maxStepMs = 120_000
/** Milliseconds between two warnings; the runner fails at each attempt while the database is unavailable. */
export const complainEveryMs = 60_000
/**
 * Milliseconds to wait at the end; a runner that failed before sleeps for up to a minute and cannot be
 * interrupted.
 */
const partingMs = 10_000

/**
 * Options of a job in the queue. The key lets one run at most wait, but not while another one works: that one no longer
 * has the key. So each job also has a queue of its own, whose jobs run one after the other in all processes.
 */
const optionsOf = (name: string) => ({ jobKey: name, queueName: name, maxAttempts })

/** Details of a message of the queue, as far as a log needs them. */
interface Complaint {
  error?: unknown
  fatalError?: unknown
  job?: { task_identifier: string }
}

export type JobPool = NonNullable<RunnerOptions['pgPool']>

interface LaneDeps {
  log: Log
  complaints: LogThrottle
  ran?: ((run: JobRun) => void) | undefined
  pollMs: number
}

/** Runs the jobs of one lane, one at a time. */
export class JobLane {
  private readonly pool: JobPool
  private readonly jobs: readonly Job[]
  private readonly deps: LaneDeps
  private readonly stopping = new AbortController()
  private runner: Runner | null = null
  private workerPool: string | null = null
  /** The job that runs, or the last one. */
  private working: Promise<void> = Promise.resolve()
  private ended: Promise<void> = Promise.resolve()

  constructor(pool: JobPool, jobs: readonly Job[], deps: LaneDeps) {
    this.pool = pool
    this.jobs = jobs
    this.deps = deps
  }

  has(name: string): boolean {
    return this.jobs.some((job) => job.name === name)
  }

  /** Name under which the queue has locked the job that runs; null before the first one. */
  get worker(): string | null {
    return this.workerPool
  }

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
    const { complaints, log } = this.deps
    const task = meta.job?.task_identifier
    if (this.stopping.signal.aborted || !complaints.shouldLog(task ?? 'the runner')) return
    const words = task ? `${task} failed, it will be retried` : message.split('\n', 1)[0]
    log.error({ err: meta.error ?? meta.fatalError }, `jobs: ${words}`)
  }

  private async runOnce(): Promise<void> {
    // Loaded only when needed, so that the server is available before its first job.
    const { Logger, parseCronItems, run } = await import('graphile-worker')
    await this.releaseFormer()
    const logger = new Logger(() => (level, message, meta) => {
      if (level === 'error') this.complain(message, meta)
    })
    const items = this.jobs.map(({ name, every }) => ({ task: name, match: every, options: optionsOf(name) }))
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => (this.workerPool = workerPool.id))
    events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) =>
      this.clockSteppedBack(expectedTimestamp - currentTimestamp),
    )
    const runner = await run({
      events,
      pgPool: this.pool,
      taskList: Object.fromEntries(this.jobs.map((job) => [job.name, () => this.work(job)])),
      parsedCronItems: parseCronItems(items),
      concurrency: 1,
      noHandleSignals: true,
      pollInterval: this.deps.pollMs,
      // With batching, a completion that fails would be an unhandled rejection in the queue.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger,
    })
    this.runner = runner
    if (this.stopping.signal.aborted) await runner.stop()
    else
      for (const job of this.jobs.filter((job) => job.atStart))
        await runner.addJob(job.name, {}, optionsOf(job.name))
    await runner.promise
  }

  /** Restarts the runner after a large step: it would start no scheduled job before the clock is where it was. */
  private clockSteppedBack(ms: number): void {
    const { runner } = this
    if (ms < maxStepMs || !runner) return
    this.runner = null
    this.complain(`the clock was set back by ${Math.round(ms / 1_000)} s, restarting`)
    // its end is that of `runOnce`
    void runner.stop().catch(() => {})
  }

  /**
   * Releases the job whose end the former runner of this lane could not store, so that it runs again, and the queue of
   * the job continues.
   */
  private async releaseFormer(): Promise<void> {
    const former = this.workerPool
    if (former === null) return
    await this.working
    await this.pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[former]])
  }

  private work(job: Job): Promise<void> {
    const work = this.measured(job)
    this.working = work.catch(() => {})
    return work
  }

  private async measured(job: Job): Promise<void> {
    const sinceMs = performance.now()
    let hasFailed = true
    try {
      await job.work()
      hasFailed = false
    } finally {
      this.deps.ran?.({ job: job.name, ms: performance.now() - sinceMs, hasFailed })
    }
  }

  async wake(name: string): Promise<void> {
    try {
      await this.runner?.addJob(name, {}, optionsOf(name))
    } catch (error) {
      this.deps.log.warn({ err: error, job: name }, 'jobs: a job could not be started')
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    // It may have ended by itself a moment ago. Unfinished jobs are run after the next start.
    const stopped = (this.runner?.stop() ?? Promise.resolve()).catch(() => {}).then(() => this.ended)
    await Promise.race([stopped, pause(partingMs, undefined, { ref: false })])
  }
}
