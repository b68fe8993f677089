import type { AnswerOf, tariffSelect } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Viewer } from '../../shared/scope.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Db } from '../../storage/transaction.ts'

const ofStations = ofAccount('s.account_id', { charge_point: 's.id' })

export async function isStationVisible(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const { rows } = await sql`select from stations s
    where s.id = ${id} and s.state <> 'deleted' and (${ofStations(viewer)})`.execute(db)
  return rows.length > 0
}

type Named = Pick<
  AnswerOf<typeof tariffSelect>,
  'tariff' | 'code' | 'label' | 'version' | 'number' | 'definition' | 'networkname' | 'grouplabel'
>

/** Returns the version that was selected, and names of network and group. */
export async function namesOfSelection(
  db: Db,
  {
    versionId,
    networkId,
    groupId,
  }: { versionId: string | null; networkId: string | null; groupId: string | null },
): Promise<Named> {
  const { rows } =
    await sql<Named>`select t.id as tariff, t.code, t.label, v.id as version, v.number, v.definition,
      (select n.name from reference_rows n where n.id = ${networkId}::uuid) as networkname,
      (select g.label from client_groups g where g.id = ${groupId}::uuid) as grouplabel
    from (select) one left join tariff_versions v on v.id = ${versionId}::uuid left join tariffs t on t.id = v.tariff_id`.execute(
      db,
    )
  return rows[0]!
}
