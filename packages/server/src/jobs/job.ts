import type { JobLaneName } from '../shared/job-lanes.ts'

/** Run of a job that has ended. */
export interface JobRun {
  job: string
  ms: number
  hasFailed: boolean
}

/** Scheduled work of a module, run by one of all processes, and retried after a failure. */
export interface Job {
  /** `subject.verb`, the name in the queue. */
  name: string
  /** Lane of the job; `general` unless given. */
  lane?: JobLaneName
  /** Schedule as five cron fields in UTC. */
  every: string
  /** True if it also runs when a server starts, for work that accumulated while none ran. */
  atStart?: boolean
  /** Subscribes to what makes the job run before its next scheduled time. */
  wakeOn?: (wake: () => void) => void
  work(): Promise<void>
}
