import { Client } from 'pg'
import { sql } from 'kysely'
import { StartProblem } from '../shared/start-problem.ts'
import { valueTypes } from './pool.ts'
import type { Db } from './transaction.ts'

const partitioned = ['ocpp_log', 'api_log', 'meter_values', 'event_log', 'activity']

/**
 * Creates the missing partitions of the days around `now`; until then rows go to the default ones. Each table has a
 * transaction of its own, because one that locks several of them and one that stores messages could wait for each other.
 */
export async function makePartitions(db: Db, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  // two processes that create the same partition would fail
  for (const parent of partitioned)
    await sql`with locked as materialized (select pg_advisory_xact_lock(hashtextextended('partitions', 0)))
      select make_partitions_of(${parent}, ${today}::date) from locked`.execute(db)
}

/** Time for which a start waits for that of another process. */
const startPatience = '2min'

/**
 * Waits until no other process prepares this database for its start. Returns the function that lets the next one
 * begin, which the end of this process also does. Throws a StartProblem if another one takes too long.
 */
export async function lockStart(url: string): Promise<() => Promise<void>> {
  const client = createClient(url, 'start')
  // the end of the connection is the end of the lock
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set lock_timeout = '${startPatience}'`)
    await client.query(`select pg_advisory_lock(hashtextextended('stationmaster start', 0))`)
  } catch (error) {
    await client.end()
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new StartProblem(
      'another process of this database has been starting for two minutes: see its log',
      {
        cause: error,
      },
    )
  }
  return () => client.end()
}

/** Checks that the database answers; throws its error otherwise. */
export async function askDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Creates a separate connection outside the pool, for LISTEN. */
export const createClient = (url: string, name: string): Client =>
  new Client({ connectionString: url, application_name: `stationmaster ${name}`, types: valueTypes })
