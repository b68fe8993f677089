import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Selects the name of the tariff with a version. */
export const tariffNameOf = (version: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select f.label from tariff_versions v join tariffs f on f.id = v.tariff_id where v.id = ${version})`

export async function findTariffName(db: Db, versionId: string): Promise<string | null> {
  const { rows } = await sql<{
    name: string | null
  }>`select ${tariffNameOf(sql`${versionId}::uuid`)} as name`.execute(db)
  return rows[0]?.name ?? null
}
