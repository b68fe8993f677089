import { maxExportedRows } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { isDriverOfCardAt } from '../../storage/driver-of-card.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { placeNameOfStation } from '../stations/index.ts'

type Row = Record<string, unknown>

async function rowsOf(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(r) as row from (${query}
    limit ${sql.lit(maxExportedRows)}) r`.execute(db)
  return rows.map(({ row }) => row)
}

/** Condition: the entry `car_drivers d` names the user `users u`; also an address that is not confirmed, as it is theirs to see. */
const isEntryOf = sql`(d.user_id = u.id or d.user_id is null and lower(d.name) in (lower(u.username), lower(u.email)))`

/** Reads what is stored about a user, the newest rows first; what drivers do at stations only of drivers. */
export async function readPersonalData(db: Db, { userId, isDriver }: Scope) {
  const ofDriver = (query: RawBuilder<unknown>) => (isDriver ? rowsOf(db, query) : Promise.resolve([]))
  const [profile] = await rowsOf(
    db,
    sql`select u.username, u.email, u.first_name, u.last_name, u.phone, u.description, u.locale, u.notice_mails,
      u.created_at, u.email_confirmed_at, a.name as operator from users u join accounts a on a.id = u.account_id
      where u.id = ${userId}`,
  )
  return {
    profile: profile!,
    logins: await rowsOf(
      db,
      sql`select s.created_at, s.last_used_at, s.revoked_at, s.host, s.agent from sessions s
        where s.user_id = ${userId} order by s.created_at desc`,
    ),
    identities: await rowsOf(
      db,
      sql`select i.issuer, i.subject, i.created_at, i.last_used_at from user_identities i
        where i.user_id = ${userId} order by i.created_at desc`,
    ),
    notices: await rowsOf(
      db,
      sql`select n.created_at, n.text, n.severity, n.status from notices n where n.user_id = ${userId} order by n.id desc`,
    ),
    devices: await rowsOf(
      db,
      sql`select p.created_at, split_part(p.endpoint, '/', 3) as service from push_subscriptions p
        where p.user_id = ${userId} order by p.created_at desc`,
    ),
    views: await rowsOf(
      db,
      sql`select w.list, w.name, w.search, w.is_shared, w.created_at from saved_views w
        where w.user_id = ${userId} order by w.created_at desc`,
    ),
    payments: await rowsOf(
      db,
      sql`select y.created_at, y.type, y.purpose, y.state, y.currency, decimal_amount(y.amount_minor, y.currency) as amount,
          decimal_amount(y.captured_minor, y.currency) as captured, decimal_amount(y.refunded_minor, y.currency) as refunded,
          i.code as invoice
        from payments y left join invoices i on i.id = y.invoice_id
        where y.owner_id = ${userId} order by y.created_at desc`,
    ),
    cards: await ofDriver(
      sql`select k.code, k.name, k.label, k.description, k.type, k.state, k.created_at, k.expires_at, k.last_used_at
        from cards k where k.owner_id = ${userId} order by k.created_at desc`,
    ),
    cars: await ofDriver(
      sql`select v.identity, v.label, v.description, v.make, v.model, v.vin, v.charger, v.battery_wh, v.state, v.created_at,
          (select coalesce(json_agg(d.name order by lower(d.name)), '[]') from car_drivers d where d.car_id = v.id) as drivers
        from cars v where v.owner_id = ${userId} order by v.created_at desc`,
    ),
    sharedcars: await ofDriver(
      sql`select v.identity, v.label, d.name, d.created_at
        from users u join car_drivers d on ${isEntryOf} join cars v on v.id = d.car_id
        where u.id = ${userId} order by d.created_at desc`,
    ),
    favourites: await ofDriver(
      sql`select ${sql.raw(placeNameOfStation)} as place, f.created_at
        from driver_favourites f left join stations s on s.id = f.place_id
        left join sites z on z.id = coalesce(s.site_id, f.place_id)
        where f.user_id = ${userId} order by f.created_at desc`,
    ),
    sessions: await ofDriver(
      sql`select t.number, ${sql.raw(placeNameOfStation)} as place, t.evse_no as connector, t.id_tag as card,
          car_of_session(t.id) ->> 'identity' as car, t.started_at,
          t.stopped_at, t.meter_start_wh, t.meter_stop_wh, t.energy_wh, t.stop_reason,
          (select json_agg(json_build_object('service', c.service, 'amount', decimal_amount(c.amount_minor, c.currency),
            'currency', c.currency, 'taxincluded', c.tax_included, 'taxpercent', c.tax_bp / 100.0, 'state', c.state))
            from charges c where c.transaction_id = t.id) as charges
        from transactions t left join stations s on s.id = t.station_id left join sites z on z.id = s.site_id
        where ${isDriverOfCardAt(userId, { card: sql`t.card_id`, at: sql`t.started_at` })} order by t.started_at desc`,
    ),
    reservations: await ofDriver(
      sql`select r.number, r.evse_no as connector, r.id_tag as card, r.state, r.starts_at, r.expires_at, r.ends_at
        from reservations r where ${isDriverOfCardAt(userId, { card: sql`r.card_id`, at: sql`r.starts_at` })} order by r.starts_at desc`,
    ),
    queues: await ofDriver(
      sql`select q.kind, ${sql.raw(placeNameOfStation)} as place, k.code as card, q.joined_at, q.offered_at, q.offered_until,
          q.ended_at, q.end_reason
        from queue_places q left join stations s on s.id = q.place_id left join sites z on z.id = coalesce(s.site_id, q.place_id)
        left join cards k on k.id = q.card_id
        where q.user_id = ${userId} order by q.joined_at desc`,
    ),
    starts: await ofDriver(
      sql`select d.created_at, d.limit_kind, d.limit_value, v.identity as car, d.refusal
        from driver_charges d left join cars v on v.id = d.car_id
        where d.user_id = ${userId} order by d.created_at desc`,
    ),
    reports: await ofDriver(
      sql`select r.created_at, r.category, r.text, ${sql.raw(placeNameOfStation)} as place, e.evse_no as connector,
          t.number as session, (select count(*)::int from files f where f.object_id = r.id) as pictures, r.closed_at, r.outcome
        from problem_reports r join stations s on s.id = r.station_id left join sites z on z.id = s.site_id
        left join evses e on e.id = r.evse_id left join transactions t on t.id = r.transaction_id
        where r.user_id = ${userId} order by r.created_at desc`,
    ),
  }
}

/** Locks the user; returns false if a session of the user is running. */
export async function lockForErasure(tx: Tx, userId: string): Promise<boolean> {
  await sql`select from users where id = ${userId} for update`.execute(tx)
  const { rows } = await sql`select from transactions t
    where t.state = 'running' and ${isDriverOfCardAt(userId, { card: sql`t.card_id`, at: sql`t.started_at` })} limit 1`.execute(
    tx,
  )
  return rows.length === 0
}

/**
 * Erases a user. The row remains without personal data, because sessions, invoices and the audit trail refer to it. What
 * the foreign keys of the database provide for a deleted user happens to other rows: they are deleted, or lose the user.
 */
export async function erasePerson(tx: Tx, { userId, isDriver }: Scope, now: Date): Promise<void> {
  // a reservation at a station is cancelled: its row is deleted with the user
  await sql`insert into queue_cancellations (run_id, account_id, created_at)
    select run_id, account_id, ${now} from queue_places where user_id = ${userId} and ended_at is null and run_id is not null
    on conflict do nothing`.execute(tx)
  const { rows: tables } = await sql<{ name: string; column: string; isDeleted: boolean }>`
    select c.conrelid::regclass::text as name, a.attname as column, c.confdeltype = 'c' as "isDeleted"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'users'::regclass and c.contype = 'f' and c.confdeltype in ('c', 'n')`.execute(tx)
  for (const { name, column, isDeleted } of tables) {
    const isOfUser = sql`${sql.ref(column)} = ${userId}`
    await (isDeleted
      ? sql`delete from ${sql.table(name)} where ${isOfUser}`
      : sql`update ${sql.table(name)} set ${sql.ref(column)} = null where ${isOfUser}`
    ).execute(tx)
  }
  await sql`delete from mails m using users u where u.id = ${userId} and lower(m.recipient) = lower(u.email)`.execute(
    tx,
  )
  if (isDriver) await eraseOwnObjects(tx, userId, now)
  await sql`update users set username = 'deleted-' || id, email = null, email_confirmed_at = null, password_hash = null,
    first_name = null, last_name = null, phone = null, description = null, picture = null, client_id = null,
    state = 'deleted', updated_at = ${now}, version_no = version_no + 1 where id = ${userId}`.execute(tx)
}

/** Deletes cars and entries at cars of others, and ends cards, whose sessions remain. */
async function eraseOwnObjects(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`delete from car_drivers d using users u where u.id = ${userId} and ${isEntryOf}`.execute(tx)
  await sql`delete from notes n using cars v where v.owner_id = ${userId} and n.object_id = v.id`.execute(tx)
  await sql`delete from cars where owner_id = ${userId}`.execute(tx)
  await sql`update cards set state = 'deleted', owner_id = null, name = null, label = null, description = null,
    updated_at = ${now}, version_no = version_no + 1 where owner_id = ${userId}`.execute(tx)
  // the row that the update has added
  await sql`update card_drivers set user_id = null where user_id = ${userId}`.execute(tx)
}
