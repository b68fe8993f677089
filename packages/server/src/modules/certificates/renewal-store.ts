import type { RenewalProblem } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Time after a request for a certificate within which the station sends its certificate request. */
const answerMinutes = 5

/** Stores that a station was asked for a certificate request, or why that led to no certificate. */
export const noteRenewal = (
  db: Db,
  { stationId, accountId, problem }: { stationId: string; accountId: string; problem: RenewalProblem | null },
  now: Date,
) =>
  db
    .insertInto('station_renewals')
    .values({ station_id: stationId, account_id: accountId, asked_at: now, problem })
    .onConflict((conflict) => conflict.column('station_id').doUpdateSet({ asked_at: now, problem }))
    .execute()

/** Stores the end of the newest request for a certificate. */
export const endRenewal = (tx: Tx, stationId: string, problem: RenewalProblem | null) =>
  tx.updateTable('station_renewals').set({ problem }).where('station_id', '=', stationId).execute()

export const forgetRenewal = (tx: Tx, stationId: string) =>
  tx.deleteFrom('station_renewals').where('station_id', '=', stationId).execute()

export interface RenewalQuery {
  /** Certificates that end before it are renewed. */
  endsBefore: Date
  /**
   * Stations that were asked after it, and after the authority was created, are not asked again; before it, those that
   * have not answered when they got a certificate are.
   */
  askedBefore: Date
  /** Stations with a newer certificate are not asked yet. */
  issuedBefore: Date
  /** Authority whose certificates are not replaced. */
  authorityId: string
  limit: number
}

export interface DueRenewal {
  stationId: string
  accountId: string
  /** True if the station has no root of the authority, and it was not sent to it. */
  needsRoot: boolean
}

/** Returns connected stations whose installed certificate ends soon or is of another authority, the earliest end first. */
export async function dueRenewals(db: Db, query: RenewalQuery): Promise<DueRenewal[]> {
  const { endsBefore, askedBefore, issuedBefore, authorityId, limit } = query
  const { rows } = await sql<DueRenewal>`
    select c.station_id as "stationId", c.account_id as "accountId",
      c.authority_id <> ${authorityId} and not exists (select from station_roots x
        where x.station_id = c.station_id and x.authority_id = ${authorityId}) as "needsRoot"
    from station_certificates c join stations s on s.id = c.station_id and s.is_connected
    cross join (select created_at from certificate_authorities where id = ${authorityId}) a
    left join station_renewals r on r.station_id = c.station_id
    where c.state = 'installed' and (c.valid_until < ${endsBefore} or c.authority_id <> ${authorityId})
      and c.issued_at < ${issuedBefore} and (r.asked_at is null or r.asked_at < ${askedBefore}
        or c.authority_id <> ${authorityId} and r.asked_at < a.created_at) and s.state not in ('disabled', 'deleted')
      and not exists (select from station_certificates n where n.station_id = c.station_id and n.issued_at > c.issued_at
        and (n.state in ('issued', 'installed') or n.state = 'sent' and n.issued_at > ${askedBefore}))
    order by c.valid_until, c.id limit ${limit}`.execute(db)
  return rows
}

interface Renewal {
  validUntil: Date | null
  askedAt: Date | null
  problem: RenewalProblem | null
}

/** Returns the expiry of the newest certificate that a station has installed, and the newest request to renew it. */
export async function renewalOf(db: Db, stationId: string, now: Date): Promise<Renewal> {
  const { rows } = await sql<Renewal>`
    select (select max(c.valid_until) from station_certificates c where c.station_id = s.id
        and c.state = 'installed' and c.valid_until > ${now}) as "validUntil",
      r.asked_at as "askedAt", coalesce(r.problem, case when r.asked_at < ${now}::timestamptz - interval '1 minute' * ${sql.lit(answerMinutes)}
        and not exists (select from station_certificates c where c.station_id = s.id and c.issued_at >= r.asked_at)
        then 'not_requested' end) as problem
    from stations s left join station_renewals r on r.station_id = s.id where s.id = ${stationId}`.execute(db)
  return rows[0] ?? { validUntil: null, askedAt: null, problem: null }
}
