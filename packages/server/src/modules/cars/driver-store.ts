import { maxDriversOfCar } from '@stationmaster/contract'
import { type Insertable, sql } from 'kysely'
import type { Refusal } from '../../shared/refusal.ts'
import { stateTypeOf } from '../../storage/list/class-names.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/**
 * Condition: the entry `car_drivers d` is for the user `users u`. An address is for the user who has confirmed it: any
 * other user could have entered it.
 */
const isForUser = sql`(d.user_id = u.id or d.user_id is null and u.email_confirmed_at is not null
  and lower(d.name) = lower(u.email))`

/** Condition: the user `users u` is of the account of `cars v`, and of its client if it has one. */
const sharesAccount = sql`u.account_id = v.account_id and u.state <> 'deleted'
  and (v.client_id is null or u.client_id = v.client_id)`

/** Condition: the user `users u`, who has the id, may charge `cars v`, as its owner or by an entry. */
const mayCharge = (userId: string) => sql`${stateTypeOf('car', 'v')} = 'enabled' and ${sharesAccount}
  and v.id in (select o.id from cars o where o.owner_id = ${userId}
    union all select d.car_id from car_drivers d where d.user_id = ${userId}
    union all select d.car_id from car_drivers d join users me on me.id = ${userId} and me.email_confirmed_at is not null
      and lower(d.name) = lower(me.email) where d.user_id is null)`

/** Returns true if the user may charge the car. */
export async function mayChargeCar(
  db: Db,
  { userId, carId }: { userId: string; carId: string },
): Promise<boolean> {
  const { rows } = await sql`select from cars v join users u on u.id = ${userId}
    where v.id = ${carId} and ${mayCharge(userId)}`.execute(db)
  return rows.length > 0
}

/** A car that a user may charge. */
export interface ChargeableCar {
  id: string
  identity: string
  label: string | null
  charger: string | null
  isOwn: boolean
  sharedBy: string
  /** Entries of the car. */
  drivers: number
  lastUsed: Date | null
}

/** L348: cars that a user is offered. */
export const maxChargeableCars = 100

/** Returns the cars that a user may charge: the last used first, then own ones, then the newest shared ones. */
export async function readChargeableCars(db: Db, userId: string): Promise<ChargeableCar[]> {
  const { rows } = await sql<ChargeableCar>`
    select v.id, v.identity, v.label, v.charger, coalesce(v.owner_id = u.id, false) as "isOwn", used.at as "lastUsed",
      (select count(*)::int from car_drivers d where d.car_id = v.id) as drivers,
      coalesce(case when o.interface_code = 'driver' then coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''),
        o.username) end, c.name, a.name) as "sharedBy"
    from cars v join users u on u.id = ${userId} join accounts a on a.id = v.account_id
    left join users o on o.id = v.owner_id left join clients c on c.id = v.client_id
    left join lateral (select max(s.created_at) as at from driver_charges s
      where s.user_id = u.id and s.car_id = v.id) used on true
    where ${mayCharge(userId)}
    order by used.at desc nulls last, v.owner_id = u.id desc nulls last, v.created_at desc, v.id
    limit ${sql.lit(maxChargeableCars)}`.execute(db)
  return rows
}

/** An entry of the list of a car. */
export interface CarDriver {
  id: string
  name: string
  createdAt: Date
  /** User name of the person who may charge by this entry; null: none. */
  username: string | null
}

/** Returns the entries of a car in the order of their names. */
export async function readDrivers(db: Db, carId: string): Promise<CarDriver[]> {
  const { rows } = await sql<CarDriver>`
    select d.id, d.name, d.created_at as "createdAt", (select u.username from users u
      where ${isForUser} and ${sharesAccount}) as username
    from car_drivers d join cars v on v.id = d.car_id where d.car_id = ${carId}
    order by lower(d.name)`.execute(db)
  return rows
}

/** Returns true if the owner of the car has this user name or e-mail address. */
export async function isOwner(db: Db, { carId, name }: { carId: string; name: string }): Promise<boolean> {
  const { rows } = await sql`select from cars v join users u on u.id = v.owner_id
    where v.id = ${carId} and lower(${name}) in (lower(u.username), lower(u.email))`.execute(db)
  return rows.length > 0
}

/** Returns true for an e-mail address. A user name of that form does not count: any user can choose one. */
export const isAddress = (name: string): boolean => name.includes('@')

/** Returns the user with this user name or confirmed address who can get the right to charge the car. */
export async function findPerson(
  db: Db,
  { carId, name }: { carId: string; name: string },
): Promise<{ id: string; locale: string } | null> {
  const isNamed = isAddress(name)
    ? sql`lower(u.email) = lower(${name}) and u.email_confirmed_at is not null`
    : sql`lower(u.username) = lower(${name}) and not u.awaits_confirmation`
  const { rows } = await sql<{ id: string; locale: string }>`
    select u.id, u.locale from cars v join users u on ${isNamed} and ${sharesAccount}
    where v.id = ${carId}`.execute(db)
  return rows[0] ?? null
}

/** Refuses a person beyond the limit of a car. */
export const refuseManyDrivers = (tx: Tx, carId: string): Promise<Refusal | null> =>
  refuseBeyond(tx, {
    table: 'car_drivers',
    owner: { column: 'car_id', value: carId },
    most: maxDriversOfCar,
  })

/** Inserts an entry unless the car has one with its name; true if it was inserted. */
export async function insertDriver(tx: Tx, row: Insertable<Database['car_drivers']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('car_drivers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes an entry of a car; returns its user, or undefined if there is no such entry. */
export async function deleteDriver(
  tx: Tx,
  { id, carId }: { id: string; carId: string },
): Promise<{ user_id: string | null } | undefined> {
  return tx
    .deleteFrom('car_drivers')
    .where('id', '=', id)
    .where('car_id', '=', carId)
    .returning('user_id')
    .executeTakeFirst()
}

/** Deletes the entries of a car for a user; returns the car if there were any. */
export async function deleteOwnEntries(
  tx: Tx,
  { carId, userId }: { carId: string; userId: string },
): Promise<{ ids: string[]; accountId: string; identity: string } | null> {
  const { rows } = await sql<{ id: string; accountId: string; identity: string }>`
    delete from car_drivers d using users u, cars v
    where d.car_id = ${carId} and u.id = ${userId} and v.id = d.car_id and ${isForUser}
    returning d.id, v.account_id as "accountId", v.identity`.execute(tx)
  return rows.length === 0 ? null : { ...rows[0]!, ids: rows.map(({ id }) => id) }
}
