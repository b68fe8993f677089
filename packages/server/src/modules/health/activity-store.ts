import type { Pool } from 'pg'

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
