import type { TariffDefinition } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** A version with the name of its tariff. */
export interface ShownTariff {
  versionId: string
  name: string
  definition: TariffDefinition
}

/** Returns versions by their ids. */
export async function readShown(db: Db, ids: readonly string[]): Promise<Map<string, ShownTariff>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ShownTariff>`select v.id as "versionId", t.label as name, v.definition
    from tariff_versions v join tariffs t on t.id = v.tariff_id where v.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.versionId, row]))
}
