import type { incidentEntryKinds, IncidentRule } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'
import { causesOf, rankOf } from './causes-store.ts'
import { newIdAt } from './id-at-store.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
/** Time for which an incident whose cause is gone remains open. */
const recoveredMs = 15 * minuteMs
/** Time after its end within which an incident opens again instead of a new one. */
const reopenMs = 24 * hourMs
/** Open incidents of an account; further causes wait until others are closed. */
export const maxOpen = 5000

export interface ChangedIncident {
  id: string
  accountId: string
  kind: Extract<
    (typeof incidentEntryKinds)[number],
    'opened' | 'recurred' | 'recovered' | 'reopened' | 'raised' | 'closed'
  >
  occurrences: number
}

/**
 * Rules with the time of the last occurrence, such as a state or a report; the others find the times of events within a
 * period.
 */
const stateRules: readonly IncidentRule[] = [
  'offline',
  'faulted',
  'no_session',
  'driver_report',
  'certificate_expiry',
]

/** Entries of one incident that the rules write; further occurrences are only counted. */
const maxAutomatic = 300

/** Returns the columns of a changed incident `i`. */
const changed = (kind: string) => sql`i.id, i.account_id, ${sql.lit(kind)} as kind, i.occurrences`

/**
 * Condition: a cause that is found again has an effect on its closed incident. After a user closed it, only a new
 * occurrence has; after it closed by itself, because the limit was raised for example, the cause alone.
 */
const isDue = (incident: RawBuilder<unknown>) =>
  sql`(${incident}.closed_by is null and ${incident}.closed_at is not null or ${incident}.closed_at < f.last_at)`

/**
 * Opens, updates, reopens and closes the incidents of one rule according to the causes that it finds now, and writes
 * their entries. An incident that ended a short time ago opens again instead of a new one; a cause that has not
 * occurred since a user closed its incident opens none. Returns the changed incidents.
 */
export async function applyRule(tx: Tx, rule: IncidentRule, now: Date): Promise<ChangedIncident[]> {
  const same = sql`i.account_id = f.account_id and i.rule = ${rule} and i.object_key = f.object_key`
  const isGone = sql`i.rule = ${rule} and i.closed_at is null
    and not exists (select from f where f.account_id = i.account_id and f.object_key = i.object_key)`
  const recurs = stateRules.includes(rule)
    ? sql`(before.recovered_at is not null or f.last_at > before.last_at)`
    : sql`before.recovered_at is not null`
  // an acknowledgement and a snooze are about the lower severity
  const isRaised = sql`(${rankOf(sql`f.severity`)} < ${rankOf(sql`before.severity`)})`
  const ifRaised = (then: RawBuilder<unknown>, column: string) =>
    sql`case when ${isRaised} then ${then} else ${sql.ref(column)} end`
  const found = sql`last_at = greatest(i.last_at, f.last_at), details = f.details, severity = f.severity,
    station_id = f.station_id, recovered_at = null, updated_at = ${now}`
  const { rows } = await sql<ChangedIncident>`
    with f as materialized (select distinct on (account_id, object_key) *
      from (${causesOf[rule](now)}) c order by account_id, object_key, opened_at),
    last as materialized (select f.account_id, f.object_key, f.last_at as occurred_at, i.*
      from f left join lateral (select i.id, i.closed_at, i.closed_by, i.recovered_at, i.last_at, i.details, i.severity, i.station_id
        from incidents i where ${same} order by i.number desc limit 1) i on true),
    updated as (update incidents i set ${found},
        occurrences = i.occurrences + case when ${recurs} then 1 else 0 end,
        acknowledged_at = ${ifRaised(sql`null`, 'i.acknowledged_at')},
        acknowledged_by = ${ifRaised(sql`null`, 'i.acknowledged_by')},
        snoozed_until = ${ifRaised(sql`null`, 'i.snoozed_until')},
        escalated_at = ${ifRaised(sql`null`, 'i.escalated_at')},
        active_at = ${ifRaised(sql`${now}::timestamptz`, 'i.active_at')}
      from f join last before using (account_id, object_key)
      where i.id = before.id and before.closed_at is null and (before.recovered_at is not null
        or f.last_at > before.last_at or f.details <> before.details or f.severity <> before.severity
        or f.station_id <> before.station_id)
      returning ${changed('recurred')}, ${recurs} as is_recurred, ${isRaised} as is_raised),
    reopened as (update incidents i set ${found}, occurrences = i.occurrences + 1, closed_at = null, closed_by = null,
        acknowledged_at = null, acknowledged_by = null, snoozed_until = null, parent_id = null, active_at = ${now},
        escalated_at = null
      from f join last before using (account_id, object_key)
      where i.id = before.id and ${isDue(sql`before`)}
        and before.closed_at > ${new Date(now.getTime() - reopenMs)}
      returning ${changed('reopened')}),
    opened as (insert into incidents as i (id, account_id, number, rule, severity, object_key, station_id, evse_no,
        site_id, card_id, id_tag, details, opened_at, last_at, active_at, created_at, updated_at)
      select ${newIdAt(now)}, f.account_id, coalesce(n.number, 0) + f.place, ${rule}, f.severity, f.object_key,
        f.station_id, f.evse_no, f.site_id, f.card_id, f.id_tag, f.details, f.opened_at, f.last_at, ${now}, ${now}, ${now}
      from (select f.*, row_number() over (partition by f.account_id order by f.opened_at, f.object_key) as place
        from f join last using (account_id, object_key)
        where last.id is null or ${isDue(sql`last`)}
          and last.closed_at <= ${new Date(now.getTime() - reopenMs)}) f
      cross join lateral (select max(l.number) as number from incidents l where l.account_id = f.account_id) n
      where f.place <= ${maxOpen} - (select count(*) from incidents o where o.account_id = f.account_id
        and o.closed_at is null)
      on conflict do nothing returning ${changed('opened')}),
    closed as (update incidents i set closed_at = ${now}, updated_at = ${now}
      where ${isGone} and i.recovered_at <= ${new Date(now.getTime() - recoveredMs)} returning ${changed('closed')}),
    recovered as (update incidents i set recovered_at = ${now}, updated_at = ${now}
      where ${isGone} and i.recovered_at is null returning ${changed('recovered')}),
    changes as (select id, account_id, kind, occurrences from updated where is_recurred
      union all select id, account_id, 'raised', occurrences from updated where is_raised
      union all select * from reopened union all select * from opened union all select * from closed
      union all select * from recovered),
    written as (insert into incident_entries (id, incident_id, account_id, at, kind, details)
      select ${newIdAt(now)}, c.id, c.account_id, ${now}, c.kind, jsonb_build_object('occurrences', c.occurrences)
      from changes c
      where (select count(*) from incident_entries e where e.incident_id = c.id) < ${maxAutomatic})
    select c.id, c.account_id as "accountId", c.kind, c.occurrences from changes c`.execute(tx)
  return rows
}

/** Deletes incidents that were closed before a time, and of each account those beyond the newest `most`. */
export async function removeOldIncidents(db: Db, before: Date, most: number): Promise<void> {
  await db.deleteFrom('incidents').where('closed_at', '<', before).execute()
  await sql`delete from incidents where id in (
    select id from (select id, row_number() over (partition by account_id order by closed_at desc) as place
      from incidents where closed_at is not null) ranked where place > ${most})`.execute(db)
}

/** An incident that was folded under the one of its site, or unfolded. */
interface FoldedIncident {
  id: string
  accountId: string
  /** True if it is unfolded and its station is still offline. */
  isOpen: boolean
}

/**
 * Folds incidents of offline stations under the open incident of their site, for users who see both, and unfolds those
 * whose site has recovered, with the full time until they are escalated. Returns those of both kinds.
 */
export async function foldIncidents(tx: Tx, now: Date): Promise<FoldedIncident[]> {
  const { rows: unfolded } = await sql<FoldedIncident>`
    update incidents i set parent_id = null, active_at = ${now} from incidents p
    where p.id = i.parent_id and i.closed_at is null and (p.closed_at is not null or p.recovered_at is not null)
    returning i.id, i.account_id as "accountId", i.recovered_at is null as "isOpen"`.execute(tx)
  const { rows: folded } = await sql<FoldedIncident>`
    update incidents i set parent_id = p.id
    from incidents p join sites z on z.id = p.site_id join stations s on s.site_id = z.id
    where p.rule = 'site_outage' and p.closed_at is null and p.recovered_at is null
      and i.rule = 'offline' and i.account_id = p.account_id and i.object_key = s.id::text and i.closed_at is null
      and i.parent_id is distinct from p.id and (s.client_id is null or s.client_id = z.client_id)
    returning i.id, i.account_id as "accountId", false as "isOpen"`.execute(tx)
  return [...unfolded, ...folded]
}
