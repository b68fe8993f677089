import { sql } from 'kysely'
import { driverOfCardAt } from '../../storage/driver-of-card.ts'
import type { Tx } from '../../storage/transaction.ts'
import { placeNameOfStation } from '../stations/index.ts'

/** A session with the driver whose card started it. */
export interface SessionDriver {
  id: string
  number: number
  energyWh: number
  place: string
  userId: string
  accountId: string
  locale: string
  clientId: string | null
}

/** Returns the sessions that belong to drivers and have ended within the last day; those of the demo are left out. */
export async function readSessionDrivers(
  tx: Tx,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<SessionDriver[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SessionDriver>`
    select t.id, t.number, t.energy_wh as "energyWh", ${sql.raw(placeNameOfStation)} as place,
      u.id as "userId", u.account_id as "accountId", u.locale, u.client_id as "clientId"
    from transactions t join cards k on k.id = t.card_id
    join users u on u.id = ${driverOfCardAt(sql`k.id`, sql`t.started_at`)} and u.state = 'active' and u.interface_code = 'driver'
    join stations s on s.id = t.station_id left join sites z on z.id = s.site_id and z.state <> 'deleted'
    where t.id = any (${ids}::uuid[]) and t.stopped_at > ${now}::timestamptz - interval '1 day'
      and not t.is_demo and not s.is_demo and not k.is_demo
    order by t.id`.execute(tx)
  return rows
}
