import { sql } from 'kysely'
import { driverOfCardAt } from '../../storage/driver-of-card.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { placeNameOfStation, timeZoneOfStation } from '../stations/index.ts'

/** L344: sessions without charging that are checked in one run. */
export const maxIdleSessions = 5_000

/** A session whose vehicle occupies a connector without charging, with its driver. */
export interface IdleSession {
  id: string
  number: number
  place: string
  timeZone: string | null
  userId: string
  accountId: string
  locale: string
  clientId: string | null
}

/**
 * Returns the sessions of drivers whose vehicle does not charge, and who were not notified of it: running ones, and
 * ended ones whose price waits for the vehicle to leave. These are notified again, because drivers who stop may not
 * know that the fee continues.
 */
export async function readIdleSessions(db: Db): Promise<IdleSession[]> {
  const { rows } = await sql<IdleSession>`
    select t.id, t.number, ${sql.raw(placeNameOfStation)} as place, ${sql.raw(timeZoneOfStation)} as "timeZone",
      u.id as "userId", u.account_id as "accountId", u.locale, u.client_id as "clientId"
    from (
      select r.id from transactions r where r.state = 'running' and r.idle_notified_at is null
        and (select x.state from transaction_states x where x.transaction_id = r.id
          order by x.at desc, x.received_at desc limit 1) <> 'charging'
      union all
      select e.id from rating_waits w join transactions e on e.id = w.transaction_id
        where e.state = 'finished' and (e.idle_notified_at is null or e.idle_notified_at < e.received_stop_at)
    ) due
    join transactions t on t.id = due.id join cards k on k.id = t.card_id
    join users u on u.id = ${driverOfCardAt(sql`k.id`, sql`t.started_at`)} and u.state = 'active' and u.interface_code = 'driver'
    join stations s on s.id = t.station_id left join sites z on z.id = s.site_id and z.state <> 'deleted'
    where not t.is_demo and not s.is_demo and not k.is_demo
    order by t.id limit ${maxIdleSessions}`.execute(db)
  return rows
}

/** Marks sessions whose drivers are notified; returns those that another process has not marked before. */
export async function markNotified(
  tx: Tx,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update transactions set idle_notified_at = ${now}
    where id = any (${ids}::uuid[]) and (idle_notified_at is null or idle_notified_at < received_stop_at)
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
