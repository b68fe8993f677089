import type { AnswerOf, incidentEscalationTargets, IncidentSeverity } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { anywhere } from '../../storage/list/like.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { insertDeliveries } from './delivery-store.ts'
import { newIdAt } from './id-at-store.ts'
import { isFound, isReader, maxFound, userName } from './list-store.ts'
import type { RulePlace } from './rules-store.ts'

export interface StoredEscalation {
  siteId: string | null
  severity: IncidentSeverity
  /** Null: switched off for the site. */
  minutes: number | null
  userId: string | null
  groupId: string | null
  targetName: string | null
  groupCode: string | null
}

/** Returns the escalations of an account and, if one is given, its site. Users of a client do not see groups. */
export async function storedEscalations(
  db: Db,
  scope: Scope,
  { accountId, siteId }: RulePlace,
): Promise<StoredEscalation[]> {
  const isLimited = scope.clientId !== null
  const isShown = isLimited ? sql`false` : sql`g.id = e.group_id`
  const { rows } = await sql<StoredEscalation>`
    select e.site_id as "siteId", e.severity, e.minutes, e.user_id as "userId", e.group_id as "groupId",
      coalesce(${userName('e.user_id', scope)}, g.name) as "targetName", g.code as "groupCode"
    from incident_escalations e left join groups g on ${isShown} where e.account_id = ${accountId} and (e.site_id is null or e.site_id = ${siteId})`.execute(
    db,
  )
  return rows
}

export type Target = { userId: string; groupId: null } | { userId: null; groupId: string }

/** After how many minutes the target is notified, or that a site is not escalated. */
export type EscalationSetting = { minutes: number; target: Target } | { minutes: null; target: null }

/** Stores the escalation of a severity; null removes it. */
export async function storeEscalation(
  tx: Tx,
  { accountId, siteId }: RulePlace,
  { severity, setting, now }: { severity: string; setting: EscalationSetting | null; now: Date },
): Promise<void> {
  await (setting === null
    ? sql`delete from incident_escalations where account_id = ${accountId}
        and site_id is not distinct from ${siteId}::uuid and severity = ${severity}`
    : sql`insert into incident_escalations (account_id, site_id, severity, minutes, user_id, group_id, updated_at)
        values (${accountId}, ${siteId}, ${severity}, ${setting.minutes}, ${setting.target?.userId}, ${setting.target?.groupId}, ${now})
        on conflict (account_id, site_id, severity) do update set minutes = excluded.minutes,
          user_id = excluded.user_id, group_id = excluded.group_id, updated_at = excluded.updated_at`
  ).execute(tx)
}

/**
 * Returns the operators of an account and the groups with some of them; users of a client see only its users.
 * Built-in groups are found by any text: each language has its own names of them.
 * @param text part of a name or login
 * @param id only this user or group
 */
export async function targetsOf(
  db: Db,
  scope: Scope,
  { accountId, text = '', id = null }: { accountId: string; text?: string; id?: string | null },
): Promise<AnswerOf<typeof incidentEscalationTargets>> {
  const isOperator = sql`p.account_id = ${accountId} and p.state = 'active' and not p.is_guest
    and p.interface_code not in ('guest', 'driver')`
  const isLimited = scope.clientId !== null
  const isWanted = (of: string) => (id === null ? sql`true` : sql`${sql.ref(of)} = ${id}`)
  const { rows: users } = await sql<{ id: string; name: string }>`
    select p.id, ${userName('p.id', scope)} as name from users p
    where ${isOperator} and ${isLimited ? sql`p.client_id = ${scope.clientId}` : sql`true`}
      and ${isFound(text)} and ${isWanted('p.id')}
    order by 2 limit ${maxFound}`.execute(db)
  if (isLimited) return { users, groups: [] }
  const { rows: groups } = await sql<{ id: string; name: string; code: string }>`
    select g.id, g.name, g.code from groups g where exists (select from group_people m join users p on p.id = m.user_id
      where m.group_id = g.id and ${isOperator}) and (g.system_kind is not null or g.name ilike ${anywhere(text)}) and ${isWanted('g.id')}
    order by 2 limit ${maxFound}`.execute(db)
  return { users, groups }
}

/**
 * Queues deliveries of incidents that were not acknowledged in time, to the users of the site's setting or else the
 * account's who see the incident: by their channels, or by console and email if they have chosen none. Writes an entry.
 * A site that switched it off has no minutes, so that its incidents are never due.
 */
export async function escalateIncidents(tx: Tx, now: Date): Promise<{ accountId: string }[]> {
  const { rows } = await sql<{ accountId: string }>`
    with due as (select i.id, e.user_id, e.group_id
      from incidents i left join stations s on s.id = i.station_id
      cross join lateral (select e.* from incident_escalations e
        where e.account_id = i.account_id and e.severity = i.severity
          and (e.site_id is null or e.site_id = coalesce(i.site_id, s.site_id))
        order by e.site_id nulls last limit 1) e
      where i.closed_at is null and i.acknowledged_at is null and i.escalated_at is null and i.recovered_at is null
        and i.parent_id is null and (i.snoozed_until is null or i.snoozed_until <= ${now})
        and i.active_at <= ${now}::timestamptz - e.minutes * interval '1 minute'
      for update of i),
    escalated as (update incidents i set escalated_at = ${now}, updated_at = ${now} from due
      where i.id = due.id returning i.*, due.user_id, due.group_id),
    queued as (${insertDeliveries(
      sql`
      select i.account_id, p.id as user_id, i.id, 'escalated' as kind, i.occurrences, h.channel, i.severity, i.number
      from escalated i join users p on (p.id = i.user_id
        or p.id in (select m.user_id from group_people m where m.group_id = i.group_id)) and ${isReader}
        and p.account_id = i.account_id
      left join incident_notifications n on n.user_id = p.id and (n.by_console or n.by_email or n.by_webhook)
      cross join lateral (values ('console', coalesce(n.by_console, true)),
        ('email', coalesce(n.by_email, p.email_confirmed_at is not null)), ('webhook', coalesce(n.by_webhook, false)))
        h (channel, is_chosen)
      where h.is_chosen`,
      now,
    )}),
    written as (insert into incident_entries (id, incident_id, account_id, at, kind, details)
      select ${newIdAt(now)}, i.id, i.account_id, ${now}, 'escalated', jsonb_strip_nulls(jsonb_build_object(
        'assignee', i.user_id, 'assigneename', coalesce(
          (select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) from users u
            where u.id = i.user_id), (select g.name from groups g where g.id = i.group_id))))
      from escalated i)
    select account_id as "accountId" from escalated`.execute(tx)
  return rows
}
