import type { AnswerOf, incidentEntryKinds, incidentGet, IncidentRule } from '@stationmaster/contract'
import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { userName, visibleIncidents } from './list-store.ts'

type Shown = AnswerOf<typeof incidentGet>

/** Rules whose cause prevents sessions. */
const blocking: readonly IncidentRule[] = [
  'offline',
  'faulted',
  'boot_loop',
  'no_session',
  'connection_failed',
]
/** Weeks before an incident in which sessions are counted. */
const maxWeeks = 8

/**
 * Estimates the sessions that were lost: the sessions that started in the same hours of the weeks before, on average,
 * minus those that started since the begin. Beyond one week the estimate of the first one is extended.
 */
export async function lostSessions(
  db: Db,
  id: string,
  now: Date,
): Promise<Pick<Shown, 'lostsessions' | 'lostweeks'>> {
  const { rows } = await sql<{ sessions: number | null; weeks: number }>`
    with about as (select i.station_id, i.evse_no, i.opened_at as begins,
        coalesce(i.recovered_at, i.closed_at, ${now}::timestamptz) as ends,
        least(${maxWeeks}, floor(extract(epoch from i.opened_at - s.created_at) / 604800))::int as weeks
      from incidents i join stations s on s.id = i.station_id
      where i.id = ${id} and i.rule = any(${blocking}::text[]))
    select a.weeks, case when a.weeks > 0 then round((greatest(
        (select count(*) from generate_series(1, a.weeks) w join transactions t on t.station_id = a.station_id
          and t.started_at >= a.begins - w * interval '7 days'
          and t.started_at < least(a.ends, a.begins + interval '7 days') - w * interval '7 days'
          and (coalesce(a.evse_no, 0) = 0 or t.evse_no = a.evse_no))::numeric / a.weeks
          * greatest(1, extract(epoch from a.ends - a.begins) / 604800)
        - (select count(*) from transactions t where t.station_id = a.station_id and t.started_at > a.begins
          and t.started_at < a.ends and (coalesce(a.evse_no, 0) = 0 or t.evse_no = a.evse_no)), 0)), 1)::float8
      end as sessions
    from about a`.execute(db)
  const [found] = rows
  return { lostsessions: found?.sessions ?? null, lostweeks: Math.max(0, found?.weeks ?? 0) }
}

/** Returns the first contact of the site who can be called, and the entries of an incident that the viewer may see. */
export async function incidentParts(
  db: Db,
  scope: Scope,
  id: string,
): Promise<Pick<Shown, 'contactname' | 'contactphone' | 'entries'>> {
  const ofClient = scope.clientId === null ? sql`true` : sql`z.client_id = ${scope.clientId}`
  const { rows } = await sql<{ name: string | null; phone: string | null }>`
    select c ->> 'name' as name, c ->> 'phone' as phone from incidents i left join stations s on s.id = i.station_id
      join sites z on z.id = coalesce(i.site_id, s.site_id) and ${ofClient},
      jsonb_array_elements(z.contacts) with ordinality as contact (c, position)
    where i.id = ${id} order by c ->> 'phone' is null, position limit 1`.execute(db)
  // users of a client do not see the names of other users
  const stored = scope.clientId !== null ? sql.lit('–') : sql`e.details ->> 'assigneename'`
  const { rows: entries } = await sql<Omit<Shown['entries'][number], 'at'> & { at: Date }>`
    select e.id, e.at, e.kind, ${userName('e.user_id', scope)} as username, e.text,
      case when coalesce(e.details ->> 'assigneename', '') = '' then e.details
        else jsonb_build_object('assigneename', coalesce(${userName('p.id', scope)}, ${stored})) end as details
    from incident_entries e left join users p on p.id::text = e.details ->> 'assignee'
    where e.incident_id = ${id} order by e.at, e.id`.execute(db)
  return {
    contactname: rows[0]?.name ?? null,
    contactphone: rows[0]?.phone ?? null,
    entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  }
}

export interface LockedIncident {
  id: string
  accountId: string
  number: number
  stationId: string | null
  acknowledgedAt: Date | null
  assigneeId: string | null
  snoozedUntil: Date | null
  closedAt: Date | null
}

/** Locks an incident that the viewer may see. */
export async function lockIncident(tx: Tx, scope: Scope, id: string): Promise<LockedIncident | null> {
  const { rows } = await sql<LockedIncident>`
    select i.id, i.account_id as "accountId", i.number, i.station_id as "stationId",
      i.acknowledged_at as "acknowledgedAt", i.assignee_id as "assigneeId", i.snoozed_until as "snoozedUntil",
      i.closed_at as "closedAt"
    from incidents i where i.id = ${id} and (${visibleIncidents(scope)}) for update`.execute(tx)
  return rows[0] ?? null
}

/** Columns that users change. */
export interface IncidentChange {
  acknowledged_at?: Date | null
  acknowledged_by?: string | null
  assignee_id?: string | null
  snoozed_until?: Date | null
  closed_at?: Date
  closed_by?: string
}

export const updateIncident = (tx: Tx, id: string, change: IncidentChange & { updated_at: Date }) =>
  tx.updateTable('incidents').set(change).where('id', '=', id).execute()

export interface NewEntry {
  accountId: string
  incidentId: string
  userId: string
  kind: (typeof incidentEntryKinds)[number]
  text?: string | null
  details?: Readonly<Record<string, string>>
  now: Date
}

export const insertEntry = (tx: Tx, { now, text = null, details = {}, ...entry }: NewEntry) =>
  tx
    .insertInto('incident_entries')
    .values({
      id: newId(now.getTime()),
      incident_id: entry.incidentId,
      account_id: entry.accountId,
      at: now,
      kind: entry.kind,
      user_id: entry.userId,
      text,
      details: JSON.stringify(details),
    })
    .execute()
