import { resourceLimits } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import { readSetting } from '../registry/index.ts'

/** Returns the configured maximum size of a file in bytes, up to what a request can carry. */
export async function fileLimit(db: Kysely<Database>): Promise<number> {
  const configured = await readSetting(db, 'CURRENT_CONFIG', { path: 'Resources', name: 'MaxFileBytes' })
  return typeof configured === 'number'
    ? Math.min(configured, resourceLimits.fileBytes)
    : resourceLimits.fileBytes
}
