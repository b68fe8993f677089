import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Notices about faults to the operators of one account within an hour. */
const maxOfAccount = 20
/** Time in ms within which a connector that is Faulted again is not reported a second time. */
const pauseMs = 3_600_000

export interface DueFault {
  stationId: string
  evseNo: number
  accountId: string
  identity: string
  label: string | null
  errorCode: string | null
  /**
   * False if it is too soon after the last notice, if the account had too many, or if the station is not in
   * use.
   */
  isNotified: boolean
}

/**
 * Takes the oldest pending fault and stores whether operators are notified of it. Returns null if none is
 * pending.
 */
export async function takeFault(db: Db, now: Date): Promise<DueFault | null> {
  const since = new Date(now.getTime() - pauseMs)
  const { rows } = await sql<DueFault>`
    with due as (
      select station_id, evse_no from station_faults where is_due
      order by happened_at limit 1 for update skip locked
    ), judged as (
      select f.station_id, f.evse_no, s.identity, s.label,
        s.state not in ('disabled', 'deleted') and (f.noticed_at is null or f.noticed_at <= ${since})
          and (select count(*) from station_faults o where o.account_id = f.account_id and o.noticed_at > ${since})
            < ${maxOfAccount} as notified
      from due join station_faults f using (station_id, evse_no) join stations s on s.id = f.station_id
    )
    update station_faults f
    set is_due = false, noticed_at = case when j.notified then ${now}::timestamptz else f.noticed_at end
    from judged j where f.station_id = j.station_id and f.evse_no = j.evse_no
    returning f.station_id as "stationId", f.evse_no as "evseNo", f.account_id as "accountId",
      j.identity, j.label, f.error_code as "errorCode", j.notified as "isNotified"`.execute(db)
  return rows[0] ?? null
}
