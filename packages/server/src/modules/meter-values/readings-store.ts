import type { Readings } from '@stationmaster/contract'
import { sql } from 'kysely'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import type { Db } from '../../storage/transaction.ts'

/** Reads the newest readings of connectors, `<station id>/<connector number>`; the caller checks who may see them. */
export async function findNewestReadings(db: Db, connectors: readonly string[]): Promise<Readings[]> {
  const given = connectors.map((connector) => connector.split('/'))
  const { rows } = await outsideTenant(() =>
    sql<Readings>`select c.station_id as station, c.evse_no as connectorid, c.transaction_number as transactionid,
        floor(extract(epoch from c.readings_at) * 1000)::float8 as at, c.power_w as power, c.energy_wh as energy, c.soc
      from unnest(${given.map(([station]) => station)}::uuid[], ${given.map(([, no]) => Number(no))}::int[])
        as x (station, no)
      join evses c on c.station_id = x.station and c.evse_no = x.no
      where c.readings_at is not null`.execute(db),
  )
  return rows
}
