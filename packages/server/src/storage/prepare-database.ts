import { Client } from 'pg'
import { type Kysely, sql } from 'kysely'
import { valueTypes } from './pool.ts'
import type { Database } from './tables.gen.ts'

/** Makes the partitions of the days around `now` that are missing; until then rows land in the default ones. */
export async function makePartitions(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`select make_partitions(${now.toISOString().slice(0, 10)}::date)`.execute(db)
}

/** Whether the database answers; throws what it says otherwise. */
export async function askDatabase(db: Kysely<Database>): Promise<void> {
  await sql`select 1`.execute(db)
}

/** A connection of its own, outside the pool: for listening. */
export const createClient = (url: string, name: string): Client =>
  new Client({ connectionString: url, application_name: `stationmaster ${name}`, types: valueTypes })
