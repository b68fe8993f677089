import { jobLanes } from '../shared/job-lanes.ts'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import { complainEveryMs, JobLane, type JobPool } from './job-lane.ts'
import type { Job, JobRun } from './job.ts'

interface JobRunnerOptions {
  log: Log
  /** Called after each run of a job. */
  ran?: (run: JobRun) => void
  /** Interval of polling for retries; the database notifies of new jobs. */
  pollMs?: number
}

/**
 * Runs the jobs of all modules from a queue in the same database, so that only one of several server
 * processes runs each job. Each lane with jobs runs one at a time and needs two connections of its own: one
 * listens, one works. Waits while the database is unavailable.
 */
export class JobRunner {
  readonly jobs: readonly Job[]
  private readonly lanes: readonly JobLane[]

  constructor(pool: JobPool, jobs: readonly Job[], { log, ran, pollMs = 10_000 }: JobRunnerOptions) {
    this.jobs = jobs
    const complaints = new LogThrottle(complainEveryMs)
    this.lanes = jobLanes
      .map((lane) => jobs.filter((job) => (job.lane ?? 'general') === lane))
      .filter((ofLane) => ofLane.length > 0)
      .map((ofLane) => new JobLane(pool, ofLane, { log, ran, complaints, pollMs }))
  }

  /** Names under which the queue has locked the jobs of this process. */
  get workers(): string[] {
    return this.lanes.flatMap(({ worker }) => worker ?? [])
  }

  /** Starts the lanes; the tables of the queue are created in the background. */
  start(): void {
    for (const lane of this.lanes) lane.start()
  }

  /** Runs a job now, before its next scheduled time. Without a running job runner it runs at that time. */
  async wake(name: string): Promise<void> {
    await this.lanes.find((lane) => lane.has(name))?.wake(name)
  }

  /** Does the work of a job in this process, without the queue. */
  async work(name: string): Promise<void> {
    const job = this.jobs.find((one) => one.name === name)
    if (!job) throw new Error(`unknown job: ${name}`)
    await job.work()
  }

  /** Stops after the running jobs have finished. */
  async stop(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.stop()))
  }
}
