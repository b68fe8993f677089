import { Client } from 'pg'
import { sql } from 'kysely'
import { valueTypes } from './pool.ts'
import type { Db } from './transaction.ts'

/** Creates the missing partitions of the days around `now`; until then rows go to the default ones. */
export async function makePartitions(db: Db, now: Date): Promise<void> {
  await sql`select make_partitions(${now.toISOString().slice(0, 10)}::date)`.execute(db)
}

/** Checks that the database answers; throws its error otherwise. */
export async function askDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Creates a separate connection outside the pool, for LISTEN. */
export const createClient = (url: string, name: string): Client =>
  new Client({ connectionString: url, application_name: `stationmaster ${name}`, types: valueTypes })
