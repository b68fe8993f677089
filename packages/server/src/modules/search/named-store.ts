import { type RawBuilder, sql } from 'kysely'
import { transactionTables } from '../transactions/index.ts'
import { type Find, run } from './store.ts'

/** Newest commands and reservations that are searched, because their texts have no index. */
const newest = 10_000

/** Finds sessions by number, and the newest of the stations and cards that match the text. */
export const findSessions: Find = (db, searchScope, { text, anywhere, beginning, number, most }) => {
  const ofStation = sql`select found.id from
    (select s.id from stations s where (${searchScope.of('charge_point')})
      and (s.identity ilike ${anywhere} or s.label ilike ${anywhere})
      order by s.identity ilike ${beginning} desc, s.identity limit ${most}) near,
    lateral (select t.id from transactions t where t.station_id = near.id
      order by t.started_at desc limit ${most}) found`
  const ofCard = sql`select found.id from
    (select k.id from cards k where (${searchScope.of('card')}) and (k.code ilike ${anywhere}
      or k.name ilike ${anywhere} or k.label ilike ${anywhere}) order by k.code limit ${most}) near,
    lateral (select t.id from transactions t where t.card_id = near.id
      order by t.started_at desc limit ${most}) found`
  const matches =
    text === ''
      ? sql`true`
      : sql`t.id = any(array(select t.id from transactions t where t.number = ${number}
          union ${ofStation} union ${ofCard}))`
  return run(
    db,
    '/crm/transaction/',
    sql`select t.id, 'transaction' as classcode, 'Charging session' as typename, t.number::text as label,
      concat_ws(' · ', s.identity, coalesce(k.name, t.id_tag)) as description, t.started_at as at,
      initcap(t.state) as statename, t.number::text as address
    from ${transactionTables(searchScope.scope)}
    where (${searchScope.of('transaction')}) and ${matches}
    order by t.number is not distinct from ${number}::int desc, t.started_at desc, t.id desc limit ${most}`,
  )
}

export const findConnectors: Find = (db, searchScope, { words, most }) =>
  run(
    db,
    '/crm/station/',
    sql`select c.id, 'connector' as classcode, upper(c.type) as typename,
      concat_ws(' · ', s.identity || ' #' || c.evse_no, c.label) as label, s.label as description,
      initcap(c.state) as statename, s.id as address
    from evses c join stations s on s.id = c.station_id and s.state <> 'deleted'
    where (${searchScope.of('connector')}) and c.evse_no > 0 and c.state <> 'deleted'
      and concat_ws(' ', s.identity, s.label, s.address, '#' || c.evse_no, c.label) ilike all(${words}::text[])
    order by s.identity, c.evse_no limit ${most}`,
  )

export const findReservations: Find = (db, searchScope, { words, most }) =>
  run(
    db,
    '/crm/station/',
    sql`select r.id, 'reservation' as classcode, 'Reservation' as typename, r.number::text as label,
      concat_ws(' · ', concat(s.identity, ' #' || r.evse_no), coalesce(k.name, r.id_tag)) as description,
      r.created_at as at,
      initcap(r.state) as statename, s.id as address
    from (select r.* from reservations r where (${searchScope.of('reservation')})
      order by r.created_at desc limit ${newest}) r
    join stations s on s.id = r.station_id left join cards k on k.id = r.card_id
    where concat_ws(' ', r.number, s.identity, s.label, '#' || r.evse_no, r.id_tag, k.name) ilike all(${words}::text[])
    order by r.created_at desc limit ${most}`,
  )

export const findCommands: Find = (db, searchScope, { words, most }) =>
  run(
    db,
    '/ocpp/command/',
    sql`select c.id, 'command' as classcode, 'OCPP command' as typename, c.action as label,
      s.identity as description, c.created_at as at, initcap(c.state) as statename, s.identity as address, c.action as part
    from (select c.* from commands c where (${searchScope.of('command')})
      order by c.created_at desc limit ${newest}) c
    join stations s on s.id = c.station_id
    where concat_ws(' ', c.action, s.identity, s.label, c.status) ilike all(${words}::text[])
    order by c.created_at desc limit ${most}`,
  )

/** Finds all accounts for administrators, for others their own account. */
export const findAccounts: Find = (db, { scope }, { words, most }) =>
  run(
    db,
    '/crm/profile',
    sql`select a.id, 'account' as classcode, 'Account' as typename, a.name as label, a.code as description,
      'Active' as statename, '' as address
    from accounts a where (${scope.isAdmin} or a.id = ${scope.accountId})
      and concat_ws(' ', a.name, a.code) ilike all(${words}::text[])
    order by a.name limit ${most}`,
  )

/** Finds objects of one class added by administrators. */
export const findObjects =
  (classCode: string, visible: RawBuilder<unknown>): Find =>
  (db, _searchScope, { words, most }) =>
    run(
      db,
      `/admin/objects/${classCode}?q=`,
      sql`select o.id, o.class_code as classcode, t.name as typename, o.label, o.description, s.label as statename,
        o.label as address
      from objects o join class_types t on t.id = o.type_id join class_states s on s.id = o.state_id
      where (${visible}) and o.class_code = ${classCode} and s.state_type <> 'deleted'
        and concat_ws(' ', o.label, o.description, array_to_string(o.tags, ' ')) ilike all(${words}::text[])
      order by o.label, o.id limit ${most}`,
    )
