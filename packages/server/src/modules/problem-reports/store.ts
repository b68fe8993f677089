import { type AnswerOf, type driverReportList, problemLimits } from '@stationmaster/contract'
import { type Insertable, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { visibleTransactions } from '../transactions/index.ts'
import { placeNameOfStation } from '../stations/index.ts'

type OwnReport = AnswerOf<typeof driverReportList>[number]

/** Where a problem is. */
export interface ReportPlace {
  accountId: string
  stationId: string
  evseId: string | null
  transactionId: string | null
}

/** Returns where a session was that the viewer may see: drivers see their own. */
export async function placeOfSession(db: Db, scope: Scope, id: string): Promise<ReportPlace | null> {
  const { rows } = await sql<ReportPlace>`select t.account_id as "accountId", t.station_id as "stationId",
      e.id as "evseId", t.id as "transactionId"
    from transactions t left join evses e on e.station_id = t.station_id and e.evse_no = t.evse_no
    where t.id = ${id} and (${visibleTransactions(scope)})`.execute(db)
  return rows[0] ?? null
}

/** Returns the user of a report; undefined if there is no such report. */
export async function userOfReport(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('problem_reports').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id
}

/** Refuses an open report of an account beyond the limit. */
export const refuseOpen = (tx: Tx, accountId: string) =>
  refuseBeyond(tx, {
    table: 'problem_reports',
    owner: { column: 'account_id', value: accountId },
    where: sql`closed_at is null`,
    most: problemLimits.open,
  })

/** Returns how many reports a user has sent since a time; those of one user wait for each other. */
export async function countSince(tx: Tx, userId: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports of ${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from problem_reports
    where user_id = ${userId} and created_at > ${since}`.execute(tx)
  return rows[0]!.n
}

export const insertReport = (tx: Tx, row: Insertable<Database['problem_reports']>) =>
  tx.insertInto('problem_reports').values(row).execute()

/** Returns the newest reports of a user, or one of them. */
export async function reportsOfUser(db: Db, userId: string, id?: string): Promise<OwnReport[]> {
  const { rows } = await sql<Omit<OwnReport, 'created' | 'closed'> & { created: Date; closed: Date | null }>`
    select r.id, r.created_at as created, r.category, r.text, ${sql.raw(placeNameOfStation)} as placelabel,
      e.evse_no as connectorno, (select count(*)::int from files f where f.object_id = r.id) as photos,
      r.closed_at as closed, r.outcome
    from problem_reports r join stations s on s.id = r.station_id
    left join sites z on z.id = s.site_id and z.state <> 'deleted' left join evses e on e.id = r.evse_id
    where r.user_id = ${userId} and ${id === undefined ? sql`true` : sql`r.id = ${id}`}
    order by r.created_at desc, r.id desc limit ${sql.lit(problemLimits.shown)}`.execute(db)
  return rows.map(({ created, closed, ...row }) => ({
    ...row,
    created: created.toISOString(),
    closed: closed?.toISOString() ?? null,
  }))
}

/** Returns the account of a report of the user that is open and was sent since a time. */
export async function accountOfOwn(
  db: Db,
  { userId, id, since }: { userId: string; id: string; since: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('problem_reports')
    .select('account_id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** A report of an incident. */
export interface IncidentReport {
  id: string
  createdAt: Date
  username: string | null
  text: string | null
  connectorno: number | null
  transactionid: number | null
}

/**
 * Returns the newest reports of an incident that the viewer may see: those that were closed with it, and the open ones.
 * Users of a client see the names of its users only.
 */
export async function reportsOfIncident(
  db: Db,
  { clientId }: Scope,
  incidentId: string,
): Promise<IncidentReport[]> {
  const { rows } = await sql<IncidentReport>`
    select r.id, r.created_at as "createdAt", r.text, e.evse_no as connectorno, t.number as transactionid,
      (select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) from users u
        where u.id = r.user_id and ${clientId === null ? sql`true` : sql`u.client_id = ${clientId}`}) as username
    from incidents i join problem_reports r on r.station_id = i.station_id and r.category = i.details ->> 'category'
      and (r.incident_id = i.id or i.closed_at is null and r.closed_at is null)
    left join evses e on e.id = r.evse_id left join transactions t on t.id = r.transaction_id
    where i.id = ${incidentId} and i.rule = 'driver_report'
    order by r.created_at desc, r.id desc limit ${sql.lit(problemLimits.shown)}`.execute(db)
  return rows
}

/** A driver whose report was closed. */
export interface Reporter {
  userId: string
  accountId: string
  locale: string
  stationId: string
  place: string
}

/** Closes the open reports of an incident with the outcome; returns each of their drivers once. */
export async function closeReports(
  tx: Tx,
  { incidentId, outcome, now }: { incidentId: string; outcome: string | null; now: Date },
): Promise<Reporter[]> {
  const { rows } = await sql<Reporter>`
    with closed as (update problem_reports r set closed_at = ${now}, outcome = ${outcome}, incident_id = i.id
      from incidents i where i.id = ${incidentId} and i.rule = 'driver_report' and r.station_id = i.station_id
        and r.category = i.details ->> 'category' and r.closed_at is null
      returning r.user_id, r.station_id)
    select distinct u.id as "userId", u.account_id as "accountId", u.locale, s.id as "stationId",
      ${sql.raw(placeNameOfStation)} as place
    from closed c join users u on u.id = c.user_id and u.state = 'active' join stations s on s.id = c.station_id
    left join sites z on z.id = s.site_id and z.state <> 'deleted'`.execute(tx)
  return rows
}

/** Deletes reports that are older, with their pictures. */
export async function forgetReports(db: Db, before: Date): Promise<void> {
  await sql`with old as (delete from problem_reports where created_at < ${before} returning id)
    delete from files f using old where f.object_id = old.id`.execute(db)
}
