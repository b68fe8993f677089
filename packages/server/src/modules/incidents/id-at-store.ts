import { sql } from 'kysely'

/** Returns a new id in the form of `newId`, computed by the database: the time, then random digits. */
export const newIdAt = (now: Date) => sql`(lpad(to_hex(${now.getTime()}::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`
