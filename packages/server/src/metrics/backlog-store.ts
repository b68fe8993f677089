import type { Pool } from 'pg'
import { countJobs, countWork } from '../modules/health/index.ts'

/** Numbers of objects of all accounts that wait for work or for a decision. */
export interface Backlog {
  commands: { queued: number; sent: number }
  jobs: { due: number; running: number; failed: number }
  /** Ended sessions without a booked price: not considered yet, waiting for a time, after a failure. */
  sessions: { queued: number; waiting: number; failed: number }
  /** Prices that wait for a decision, by reason. */
  held: Record<string, number>
  invoices: { created: number; failed: number }
  /** True if PostgreSQL could not archive its write-ahead log at the last attempt. */
  isArchiveFailing: boolean
}

interface Billing {
  queued: number
  waiting: number
  failed: number
  held: Record<string, number> | null
  created: number
  unissued: number
  isArchiveFailing: boolean
}

/** Counts the work that waits in the database. */
export async function countBacklog(pool: Pool): Promise<Backlog> {
  const { queued, sent, hasJobs } = await countWork(pool)
  const jobs = hasJobs ? await countJobs(pool) : { due: 0, running: 0, failed: 0 }
  const { rows } = await pool.query<Billing>(`
    select q.queued, w.waiting, w.failed, h.held, i.created, i.unissued,
      coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) as "isArchiveFailing"
    from (select count(*) as queued from rating_queue) q,
      (select count(*) filter (where attempts = 0) as waiting, count(*) filter (where attempts > 0) as failed
        from rating_waits) w,
      pg_stat_archiver a,
      (select json_object_agg(hold_reason, n) as held from (
        select hold_reason, count(*) as n from ratings
        where superseded_by is null and hold_reason is not null group by 1) r) h,
      (select count(*) filter (where state = 'created') as created,
          count(*) filter (where state = 'failed') as unissued
        from invoices where state in ('created', 'failed') and type = 'invoice') i`)
  const { held, created, unissued, isArchiveFailing, ...sessions } = rows[0]!
  return {
    commands: { queued, sent },
    jobs: { due: jobs.due, running: jobs.running, failed: jobs.failed },
    sessions,
    held: held ?? {},
    invoices: { created, failed: unissued },
    isArchiveFailing,
  }
}
