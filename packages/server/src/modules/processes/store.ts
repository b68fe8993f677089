import type { Pool } from 'pg'

/** Seconds without a sign of life after which a process without a connection to the database has ended. */
const goneSeconds = 2
/** Seconds without a sign of life after which a process counts as ended, as after the loss of its machine. */
const silentSeconds = 30

/** Seconds after which the worker of a job must be known from the sign of life of its process. */
const workerSeconds = 5

/** Stores a sign of life of a process, with the names under which the queue has locked its jobs. */
export const beat = (pool: Pool, name: string, jobWorkers: readonly string[]) =>
  pool.query(
    `insert into server_processes (name, job_workers) values ($1, $2)
    on conflict (name) do update set seen_at = now(), job_workers = excluded.job_workers`,
    [name, jobWorkers],
  )

/** Returns the names of other processes that have ended; at most 100. */
export async function findLost(pool: Pool, own: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select p.name from server_processes p
    where p.name <> $1 and p.seen_at < now() - make_interval(secs => $2) and (
      p.seen_at < now() - make_interval(secs => $3)
      or p.name not in (select application_name from pg_stat_activity where datname = current_database()))
    order by p.name limit 100`,
    [own, goneSeconds, silentSeconds],
  )
  return rows.map(({ name }) => name)
}

/** Seconds by which the clock of a process may be ahead of that of the database. */
const aheadSeconds = 120

/**
 * Releases jobs that no process runs any more, so that the queue gives them to another one, and the queues of jobs that
 * have ended: if a process that was suspended stores the end of a job that another one has begun again, its queue stays
 * locked. The queue itself does so after four hours. Also lets jobs be scheduled again whose last time is in the future,
 * because a clock was ahead then: before that time the queue would not schedule them.
 */
export async function releaseJobs(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by)) from graphile_worker.jobs j
    where j.locked_at < now() - make_interval(secs => $1)
      and not exists (select from server_processes p where j.locked_by = any(p.job_workers))
    having count(*) > 0`,
    [workerSeconds],
  )
  await pool.query(
    `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
    where q.locked_at < now() - make_interval(secs => $1) and not exists (
      select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by = q.locked_by)`,
    [workerSeconds],
  )
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = null
    where last_execution > now() + make_interval(secs => $1)`,
    [aheadSeconds],
  )
}

export const forgetProcesses = (pool: Pool, names: readonly string[]) =>
  pool.query('delete from server_processes where name = any($1::text[])', [names])
