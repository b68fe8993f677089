import type { Pool } from 'pg'

export interface Counts {
  stations: number
  online: number
  queued: number
  sent: number
  oldestCommand: Date | null
  hasJobs: boolean
}

/** Counts stations and commands of all accounts, and checks if the tables of the job queue exist. */
export async function countWork(pool: Pool): Promise<Counts> {
  const { rows } = await pool.query<Counts>(`
    select s.stations, s.online, c.queued, c.sent, c."oldestCommand",
      to_regclass('graphile_worker.jobs') is not null as "hasJobs"
    from (
      select count(*) as stations, count(*) filter (where is_connected) as online
      from stations where state <> 'deleted'
    ) s, (
      select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'sent') as sent,
        min(created_at) filter (where state = 'queued') as "oldestCommand"
      from commands where state in ('queued', 'sent')
    ) c`)
  return rows[0]!
}

export interface JobCounts {
  due: number
  running: number
  failed: number
  oldest: Date | null
}

/** Counts jobs that are due, running, or finally failed. */
export async function countJobs(pool: Pool): Promise<JobCounts> {
  const { rows } = await pool.query<JobCounts>(`
    select
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as due,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where attempts >= max_attempts) as failed,
      min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as oldest
    from graphile_worker.jobs`)
  return rows[0]!
}

export interface Sizes {
  database: number
  connections: number
  maxConnections: number
  tables: { name: string; bytes: number }[]
}

const maxTables = 8

/**
 * Returns the bytes of the database and of its largest tables, with partitions added to their parents. Each
 * file is queried separately, which takes some ms per hundred: do not call it at each refresh.
 */
export async function measureSizes(pool: Pool): Promise<Sizes> {
  const { rows } = await pool.query<Omit<Sizes, 'tables'>>(`
    select pg_database_size(current_database()) as database,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::bigint as "maxConnections"`)
  const tables = await pool.query<Sizes['tables'][number]>(
    `
    select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_inherits i on i.inhrelid = c.oid
      left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and n.nspname = current_schema()
    group by 1 order by 2 desc limit $1`,
    [maxTables],
  )
  return { ...rows[0]!, tables: tables.rows }
}

export interface HourCounts {
  from: Date
  calls: number
  failed: number
  messages: number
  warnings: number
  errors: number
}

/** Counts API requests and events per hour, from the start of an hour; hours without any are left out. */
export async function countHours(pool: Pool, since: Date): Promise<HourCounts[]> {
  const { rows } = await pool.query<HourCounts>(
    `
    with calls as (
      select date_trunc('hour', at, 'UTC') as hour, sum(calls) as calls,
        coalesce(sum(calls) filter (where status >= 400), 0) as failed
      from api_log where at >= $1 group by 1
    ), events as (
      select date_trunc('hour', at, 'UTC') as hour,
        count(*) filter (where type = 'message') as messages,
        count(*) filter (where type = 'warning') as warnings,
        count(*) filter (where type = 'error') as errors
      from event_log where at >= $1 group by 1
    )
    select hour as "from", coalesce(calls, 0) as calls, coalesce(failed, 0) as failed,
      coalesce(messages, 0) as messages, coalesce(warnings, 0) as warnings, coalesce(errors, 0) as errors
    from calls full join events using (hour) order by hour`,
    [since],
  )
  return rows
}
