import { housekeepingJobs } from './jobs/housekeeping.ts'
import type { JobRun } from './jobs/job.ts'
import { JobRunner } from './jobs/job-runner.ts'
import type { Module, ModuleContext } from './modules/module.ts'
import { partsOf } from './shared/role-parts.ts'
import { deleteOldBatches } from './storage/ingest-outcome.ts'
import { dropOldPartitions } from './storage/partitions.ts'
import { makePartitions } from './storage/prepare-database.ts'
import type { Tracing } from './tracing/index.ts'

/** Opens the runner of the jobs of all modules; `ran` is called after each run. */
export function openJobs(
  ctx: ModuleContext,
  modules: readonly Module[],
  { ran, tracing }: { ran: (run: JobRun) => void; tracing: Tracing },
): JobRunner {
  const { db, pools, clock, log, config } = ctx
  const housekeeping = housekeepingJobs({
    clock,
    log,
    retention: config.retention,
    makePartitions: (now) => makePartitions(db, now),
    dropOldPartitions: (before) => dropOldPartitions(db, before),
    deleteOldBatches: (before) => deleteOldBatches(db, before),
  })
  const all = [...modules.flatMap(({ jobs = [] }) => jobs), ...housekeeping].map((job) => ({
    ...job,
    work: () => tracing.job(job.name, () => job.work()),
  }))
  const runner = new JobRunner(pools.jobs, all, { log, ran })
  if (partsOf(config.role).jobs) for (const job of all) job.wakeOn?.(() => void runner.wake(job.name))
  ctx.onClose(() => runner.stop())
  return runner
}
