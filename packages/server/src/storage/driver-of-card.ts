import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * Returns the id of the driver whom a card had at a time, the one after it if there was none.
 * @param card of a table whose alias is neither `h` nor `card_now`
 */
export const driverOfCardAt = (card: Sql, at: Sql): Sql =>
  sql`(select o.user_id from (
      select h.until, h.user_id from card_drivers h where h.card_id = ${card} and h.until > ${at}
      union all select 'infinity'::timestamptz, card_now.owner_id from cards card_now where card_now.id = ${card}) o
    order by o.until limit 1)`

/** Condition: a card belonged to a driver at a time. */
export const isDriverOfCardAt = (userId: string, { card, at }: { card: Sql; at: Sql }): Sql =>
  sql`(${card} in (select k.id from cards k where k.owner_id = ${userId}
      union select h.card_id from card_drivers h where h.user_id = ${userId})
    and ${driverOfCardAt(card, at)} = ${userId}::uuid)`
