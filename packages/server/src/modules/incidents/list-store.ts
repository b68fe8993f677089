import type { AnswerOf, incidentAssignees, incidentFigures, IncidentRow } from '@stationmaster/contract'
import { incidentRules } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import { type ListSource, type Query, runTotals } from '../../storage/list/list-query.ts'
import { anywhere } from '../../storage/list/like.ts'
import type { Db } from '../../storage/transaction.ts'
import { visibleStations } from '../stations/index.ts'
import { isOfOutage } from './causes-store.ts'

/** Selects the incidents that the viewer may see, as `incidents i`. */
export const visibleIncidents = ofAccount('i.account_id', {
  charge_point: 'i.station_id',
  site: 'i.site_id',
  clientCard: { card: 'i.card_id', at: 'i.opened_at' },
  incident: 'i.id',
})

/** Returns the name of a user; users of a client see only the names of its users. */
export const userName = (id: string, { clientId }: Scope) =>
  sql`(select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) from users u
    where u.id = ${sql.ref(id)} and ${clientId === null ? sql`true` : sql`u.client_id = ${clientId}`})`

const isActive = sql`i.closed_at is null and (i.snoozed_until is null or i.snoozed_until <= now())`
const isOpen = sql`${isActive} and i.parent_id is null`
const isUrgent = sql`${isOpen} and i.recovered_at is null and i.acknowledged_at is null`
const status = sql`case when i.closed_at is not null then 'closed' when i.snoozed_until > now() then 'snoozed'
  when i.recovered_at is not null then 'recovered' else 'open' end`

/** Returns the incidents as a list of the viewer. Users of a client do not see the names of other clients' objects. */
export function incidentSource(scope: Scope): ListSource<IncidentRow> {
  const { clientId } = scope
  const own = (alias: string) =>
    clientId === null ? sql`` : sql`and ${sql.ref(`${alias}.client_id`)} = ${clientId}`
  return {
    from: sql`incidents i left join stations s on s.id = i.station_id ${own('s')}
      left join sites z on z.id = coalesce(i.site_id, s.site_id) ${own('z')} left join cards k on k.id = i.card_id ${own('k')}`,
    columns: {
      id: column.id('i.id'),
      number: column.integer('i.number'),
      rule: column.text('i.rule'),
      severity: column.text('i.severity'),
      status: column.text(status),
      stationid: column.id('s.id', 'nullable'),
      identity: column.text('s.identity', 'nullable'),
      stationlabel: column.text('s.label', 'nullable'),
      siteid: column.id('z.id', 'nullable'),
      sitelabel: column.text('z.label', 'nullable'),
      connectorid: column.integer('i.evse_no', 'nullable'),
      cardid: column.id('k.id', 'nullable'),
      cardname: column.text('k.name', 'nullable'),
      idtag: column.text('i.id_tag', 'nullable'),
      details: column.shown('i.details'),
      parentid: column.id('i.parent_id', 'nullable'),
      opened: column.instant('i.opened_at'),
      last: column.instant('i.last_at'),
      occurrences: column.integer('i.occurrences'),
      recurrence: column.integer(sql`(select coalesce(sum(o.occurrences), 0)::int from incidents o
        where o.account_id = i.account_id and o.rule = i.rule and o.object_key = i.object_key
          and o.last_at > now() - interval '7 days')`),
      recovered: column.instant('i.recovered_at', 'nullable'),
      acknowledged: column.instant('i.acknowledged_at', 'nullable'),
      acknowledgedby: column.text(userName('i.acknowledged_by', scope), 'nullable'),
      assignee: column.id('i.assignee_id', 'nullable'),
      assigneename: column.text(userName('i.assignee_id', scope), 'nullable'),
      snoozeduntil: column.instant('i.snoozed_until', 'nullable'),
      closed: column.instant('i.closed_at', 'nullable'),
      closedby: column.text(userName('i.closed_by', scope), 'nullable'),
      urgency: column.integer(sql`array_position(array['critical', 'major', 'minor'], i.severity)`),
    },
    key: 'id',
    order: ['urgency', 'opened'],
    visible: visibleIncidents,
  }
}

const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`

/**
 * Returns the number of stations with open incidents, and of those that are offline at the site of an outage: their
 * own incidents open later.
 */
const affectedStations = (scope: Scope) => sql`(select count(*)::int from (
    select unnest(array_agg(i.station_id) filter (where ${isActive})) as id
    union select s.id from stations s where s.site_id = any(array_agg(i.site_id)
        filter (where ${isActive} and i.rule = 'site_outage' and i.recovered_at is null))
      and not s.is_connected and ${isOfOutage} and ${visibleStations(scope)}) affected where id is not null)`

/** Returns the numbers of the matching incidents by state, and of open ones by severity and rule. */
export const incidentFiguresOf = (
  db: Db,
  scope: Scope,
  query: Query,
): Promise<AnswerOf<typeof incidentFigures> | Refusal> =>
  runTotals(
    { db, source: incidentSource(scope), scope },
    query,
    sql`${count(isOpen)} as open, ${count(isUrgent)} as unacknowledged,
      ${count(sql`${isOpen} and i.assignee_id = ${scope.userId}`)} as mine,
      ${count(sql`i.closed_at is null and i.snoozed_until > now()`)} as snoozed,
      ${affectedStations(scope)} as stations,
      ${sql.join(
        (['critical', 'major', 'minor'] as const).map(
          (severity) => sql`${count(sql`${isOpen} and i.severity = ${severity}`)} as ${sql.ref(severity)}`,
        ),
      )},
      ${sql.join(
        incidentRules.map((rule) => sql`${count(sql`${isOpen} and i.rule = ${rule}`)} as ${sql.ref(rule)}`),
      )}`,
  )

/** Condition: the user `p` is an active operator who may see the incident `i`. Rules on single objects are not read. */
export const isReader = sql`p.state = 'active' and not p.is_guest and p.interface_code not in ('guest', 'driver')
  and (p.is_admin or p.account_id = i.account_id and (p.client_id is null
    or p.client_id = (select s.client_id from stations s where s.id = i.station_id)
    or p.client_id = (select z.client_id from sites z where z.id = i.site_id)
    or p.client_id = (select k.client_id from cards k where k.id = i.card_id)))`

/** Maximum number of users, or groups, that one text finds. */
export const maxFound = 50

/** Returns the condition for a user `p` in whose name or login a text occurs. */
export const isFound = (text: string) =>
  text === '' ? sql`true` : sql`concat_ws(' ', p.first_name, p.last_name, p.username) ilike ${anywhere(text)}`

/**
 * Returns the users to whom the viewer may assign an incident: those of its account who see it, and the viewer. Users
 * of a client see only its users.
 * @param userId only this user
 * @param text part of the name or login
 */
export async function assigneesOf(
  db: Db,
  scope: Scope,
  { id, userId = null, text = '' }: { id: string; userId?: string | null; text?: string },
): Promise<AnswerOf<typeof incidentAssignees>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, ${userName('p.id', scope)} as name from incidents i
    join users p on (p.account_id = i.account_id or p.id = ${scope.userId}) and ${isReader}
    where i.id = ${id} and ${userId === null ? sql`true` : sql`p.id = ${userId}`}
      and ${scope.clientId === null ? sql`true` : sql`p.client_id = ${scope.clientId}`}
      and ${isFound(text)}
    order by 2 limit ${maxFound}`.execute(db)
  return rows
}
