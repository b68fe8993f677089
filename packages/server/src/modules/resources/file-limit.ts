import { resourceLimits } from '@stationmaster/contract'
import { readSetting } from '../registry/index.ts'
import type { Db } from '../../storage/transaction.ts'

/** Returns the configured maximum size of a file in bytes, up to what a request can carry. */
export async function fileLimit(db: Db): Promise<number> {
  const configured = await readSetting(db, 'CURRENT_CONFIG', { path: 'Resources', name: 'MaxFileBytes' })
  return typeof configured === 'number'
    ? Math.min(configured, resourceLimits.fileBytes)
    : resourceLimits.fileBytes
}
