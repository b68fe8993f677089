import { sql } from 'kysely'
import { driverOfCardAt } from '../../storage/driver-of-card.ts'
import type { Tx } from '../../storage/transaction.ts'
import { placeNameOfStation, timeZoneOfStation } from '../stations/index.ts'

/** A reservation that ends soon, with its driver. */
export interface EndingReservation {
  id: string
  evseNo: number | null
  expiresAt: Date
  timeZone: string | null
  place: string
  userId: string
  accountId: string
  locale: string
}

/** Reservations that are noticed in one run. */
const maxTaken = 500

/**
 * Notes that the drivers of active reservations are notified that end within five minutes, and returns these, each once.
 * Those of ten minutes or less are left out, and those of the server for queues, whose drivers know the time.
 */
export async function takeEnding(tx: Tx, now: Date): Promise<EndingReservation[]> {
  const { rows } = await sql<EndingReservation>`
    with ending as (select r.id from reservations r
      where r.state = 'active' and r.expiry_noticed_at is null and r.requested_by is not null
        and r.expires_at > ${now} and r.expires_at <= ${now}::timestamptz + interval '5 minutes'
        and r.starts_at < r.expires_at - interval '10 minutes'
      order by r.expires_at limit ${sql.lit(maxTaken)} for no key update skip locked),
    taken as (update reservations r set expiry_noticed_at = ${now} from ending e where r.id = e.id returning r.*)
    select r.id, r.evse_no as "evseNo", r.expires_at as "expiresAt", ${sql.raw(timeZoneOfStation)} as "timeZone",
      ${sql.raw(placeNameOfStation)} as place, u.id as "userId", u.account_id as "accountId", u.locale
    from taken r join cards k on k.id = r.card_id
    join users u on u.id = ${driverOfCardAt(sql`k.id`, sql`r.starts_at`)} and u.state = 'active' and u.interface_code = 'driver'
    join stations s on s.id = r.station_id left join sites z on z.id = s.site_id and z.state <> 'deleted'`.execute(
    tx,
  )
  return rows
}
