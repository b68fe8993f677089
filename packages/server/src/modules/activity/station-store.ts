import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { lowestId } from './event-id.ts'

/** What happened at a station since an instant, as far as its events are stored. */
interface StationEvents {
  faults: { errorcode: string | null; count: number; last: string }[]
  reconnects: number
  /** Versions of all stored events, the newest first. */
  firmware: { version: string; since: string }[]
}

const maxKinds = 20

/** Counts faults by their error code and connections of a station, and lists its firmware versions. */
export async function eventsOfStation(db: Db, stationId: string, since: Date): Promise<StationEvents> {
  const first = String(lowestId(since))
  const { rows: faults } = await sql<{ errorcode: string | null; count: number; last: Date }>`
    select nullif(coalesce(details ->> 'vendorerrorcode', details ->> 'errorcode'), '') as errorcode,
      count(*)::int as count, max(at) as last
    from activity where station_id = ${stationId} and id >= ${first}::bigint and kind = 'fault_raised'
    group by 1 order by count desc, last desc limit ${maxKinds}`.execute(db)
  const { rows: connected } = await sql<{ count: number }>`
    select count(*)::int as count from activity
    where station_id = ${stationId} and id >= ${first}::bigint and kind = 'connected'`.execute(db)
  const { rows: firmware } = await sql<{ version: string; since: Date }>`
    select version, at as since from (
      select details ->> 'firmware' as version, at, lag(details ->> 'firmware') over (order by id) as before
      from activity where station_id = ${stationId} and kind = 'booted' and details ->> 'firmware' is not null) boots
    where before is distinct from version order by at desc limit ${maxKinds}`.execute(db)
  return {
    faults: faults.map(({ last, ...fault }) => ({ ...fault, last: last.toISOString() })),
    reconnects: connected[0]?.count ?? 0,
    firmware: firmware.map(({ version, since: at }) => ({ version, since: at.toISOString() })),
  }
}
