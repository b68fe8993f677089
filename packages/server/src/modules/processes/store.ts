import type { Pool } from 'pg'

/** Seconds without a sign of life after which a process without a connection to the database has ended. */
const goneSeconds = 2
/** Seconds without a sign of life after which a process counts as ended, as after the loss of its machine. */
const silentSeconds = 30

/** Stores a sign of life of a process. */
export const beat = (pool: Pool, name: string) =>
  pool.query(
    `insert into server_processes (name) values ($1) on conflict (name) do update set seen_at = now()`,
    [name],
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

export const forgetProcesses = (pool: Pool, names: readonly string[]) =>
  pool.query('delete from server_processes where name = any($1::text[])', [names])
