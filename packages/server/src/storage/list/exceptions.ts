import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { belongedToClients } from '../client-of-card.ts'

/** Columns of a card and of a time at which its client may see the row. */
interface CardAtTime {
  card: string
  at: string
}
/** Columns of object ids by class. */
type ClassColumns = Readonly<Record<string, string | CardAtTime>>
type LimitedScope = Pick<Scope, 'clientId' | 'exceptions' | 'isAdmin'>

/** Returns the condition for rows of the viewer's account, or of all for administrators, as `visible` of a list. */
export const ofAccount =
  (column: string, objects: ClassColumns = {}) =>
  (scope: LimitedScope & Pick<Scope, 'accountId'>): RawBuilder<unknown> =>
    scope.isAdmin ? sql`true` : sql`${sql.ref(column)} = ${scope.accountId}${exceptFor(scope, objects)}`

/**
 * Returns the condition of `ofAccount`, for drivers restricted to the rows that they own.
 * @param own condition on rows that belong to the driver with this id
 */
export const ofAccountOrDriver = (
  column: string,
  objects: ClassColumns,
  own: (userId: string) => RawBuilder<unknown>,
) => {
  const isVisible = ofAccount(column, objects)
  return (scope: Scope): RawBuilder<unknown> =>
    scope.isDriver && !scope.isAdmin ? sql`${isVisible(scope)} and ${own(scope.userId)}` : isVisible(scope)
}

/**
 * Returns the end of a condition that excludes objects hidden from the viewer: those of other clients for users
 * of a client, and those hidden by rules on single objects; empty for viewers without such limits. Each class
 * comes with the column of its object ids; `clientCard` is a card whose client at that time may see the row, although
 * rules on cards do not apply to it. Access to the class as a whole is checked elsewhere, before the handler.
 */
export function exceptFor(scope: LimitedScope, columns: ClassColumns): RawBuilder<unknown> {
  if (scope.isAdmin) return sql``
  const rules = Object.entries(columns).map(([classCode, column]) => {
    const found = scope.exceptions?.(classCode)
    if (typeof column !== 'string' || !found || found.ids.length === 0) return sql``
    const ids = sql`${found.ids}::uuid[]`
    return found.kind === 'only'
      ? sql` and ${sql.ref(column)} = any(${ids})`
      : // rows without an object of the class are not hidden
        sql` and (${sql.ref(column)} <> all(${ids})) is not false`
  })
  const ofClient = scope.clientId === null ? sql`` : sql` and (${clientRows(columns, scope.clientId)})`
  return sql`${ofClient}${sql.join(rules, sql``)}`
}

const groupOf = (clientId: string) =>
  sql`select m.group_id from client_group_members m where m.client_id = ${clientId} and m.until is null`

/** Condition by class for an id of an object of a client. */
const belongsTo: Record<string, (id: RawBuilder<unknown>, clientId: string) => RawBuilder<unknown>> = {
  client: (id, clientId) => sql`${id} = ${clientId}`,
  site: (id, clientId) => sql`${id} in (select z.id from sites z where z.client_id = ${clientId})`,
  access_rule: (id, clientId) =>
    sql`${id} in (select r.id from access_rules r where r.client_id = ${clientId})`,
  tariff: (id, clientId) => sql`${id} in (select t.id from tariffs t where t.state = 'active'
    and (t.client_id = ${clientId} or (t.client_id is null and t.group_id is null) or t.group_id in (${groupOf(clientId)})))`,
  client_group: (id, clientId) => sql`${id} in (${groupOf(clientId)})`,
  car: (id, clientId) => sql`${id} in (select v.id from cars v where v.client_id = ${clientId})`,
  user: (id, clientId) => sql`${id} in (select u.id from users u where u.client_id = ${clientId})`,
  charge_point: (id, clientId) => sql`${id} in (select s.id from stations s where s.client_id = ${clientId})`,
  connector: (id, clientId) =>
    sql`${id} in (select e.id from evses e join stations s on s.id = e.station_id where s.client_id = ${clientId})`,
  card: (id, clientId) => sql`${id} in (select k.id from cards k where k.client_id = ${clientId})`,
}

/** Returns the condition for rows of which one object belongs to the client; none for rows without such objects. */
function clientRows(columns: ClassColumns, clientId: string): RawBuilder<unknown> {
  const parts = Object.entries(columns).flatMap(([classCode, column]) => {
    if (typeof column !== 'string')
      return [belongedToClients([clientId], { card: sql.ref(column.card), at: sql.ref(column.at) })]
    return belongsTo[classCode] ? [belongsTo[classCode](sql.ref(column), clientId)] : []
  })
  return parts.length === 0 ? sql`false` : sql.join(parts, sql` or `)
}
