import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { EndedCall } from '../gateway/index.ts'
import type { JobRun } from '../jobs/job.ts'
import type { CommandOutcome } from '../shared/station-command.ts'

/** Returns a function that measures HTTP requests. */
export function requestMeter(registry: Registry) {
  const answers = new Histogram({
    name: 'stationmaster_http_answer_seconds',
    help: 'Time to answer requests, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  })
  return (route: string, status: number, ms: number): void =>
    answers.observe({ route, status: String(status) }, ms / 1000)
}

/** Returns a function that counts and measures calls of stations. Actions without a handler are `other`. */
export function callMeter(registry: Registry) {
  const calls = new Counter({
    name: 'stationmaster_station_calls_total',
    help: 'Calls of stations, by action and outcome',
    labelNames: ['action', 'outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'stationmaster_station_call_duration_seconds',
    help: 'Time from receiving a call of a station to its answer, by action',
    labelNames: ['action'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  })
  // without it, the labels would be hashed for each call; as many entries as there are series
  const known = new Map<string, { inc: () => void; observe: (seconds: number) => void }>()
  return ({ action, outcome, ms }: EndedCall): void => {
    const key = `${action}/${outcome}`
    let series = known.get(key)
    if (!series) {
      const [count, duration] = [calls.labels({ action, outcome }), durations.labels({ action })]
      series = { inc: () => count.inc(), observe: (seconds) => duration.observe(seconds) }
      known.set(key, series)
    }
    series.inc()
    series.observe(ms / 1000)
  }
}

/** Returns a function that counts commands that were sent to stations. */
export function commandMeter(registry: Registry) {
  const commands = new Counter({
    name: 'stationmaster_commands_ended_total',
    help: 'Commands that were sent to stations and have ended, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return ({ kind }: CommandOutcome): void => {
    // it has been counted when its time limit ended
    if (kind !== 'late') commands.inc({ outcome: kind })
  }
}

/** Returns a function that counts and measures runs of jobs. */
export function jobMeter(registry: Registry) {
  const runs = new Counter({
    name: 'stationmaster_job_runs_total',
    help: 'Runs of jobs in this process, by job and outcome',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'stationmaster_job_duration_seconds',
    help: 'Duration of the runs of jobs in this process, by job',
    labelNames: ['job'],
    buckets: [0.05, 0.25, 1, 5, 30, 120],
    registers: [registry],
  })
  const successes = new Gauge({
    name: 'stationmaster_job_last_success_timestamp_seconds',
    help: 'Time at which a job last succeeded in this process',
    labelNames: ['job'],
    registers: [registry],
  })
  return ({ job, ms, hasFailed }: JobRun): void => {
    runs.inc({ job, outcome: hasFailed ? 'failed' : 'succeeded' })
    durations.observe({ job }, ms / 1000)
    if (!hasFailed) successes.setToCurrentTime({ job })
  }
}
