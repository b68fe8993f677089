import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Returns the client that `cards k` had at a time, the one after it if there was none. */
export const clientOfCardAt = (at: Sql): Sql =>
  sql`coalesce((select o.client_id from card_clients o where o.card_id = k.id and o.until > ${at} order by o.until limit 1),
    k.client_id)`

/** Selects the ids of the cards that a client has or had. */
export const cardsOfClient = (clientId: string): Sql =>
  sql`select k.id from cards k where k.client_id = ${clientId}
    union select o.card_id from card_clients o where o.client_id = ${clientId}`

/**
 * Condition: a card belonged to a client at a time. It needs no rows of other clients, which policies hide from users of a
 * client; the policies of sessions, reservations, events and incidents contain the same.
 * @param card of a table whose alias is neither `k` nor `o`
 */
export const isClientOfCardAt = (clientId: string, { card, at }: { card: Sql; at: Sql }): Sql => {
  const isWithin = (row: 'k' | 'o', since: 'client_since' | 'since') =>
    sql`(${sql.ref(`${row}.${since}`)} is null or ${sql.ref(`${row}.${since}`)} <= ${at})`
  return sql`(${card} in (${cardsOfClient(clientId)})
    and (exists (select from cards k where k.client_id = ${clientId} and k.id = ${card} and ${isWithin('k', 'client_since')})
      or exists (select from card_clients o where o.client_id = ${clientId} and o.card_id = ${card} and o.until > ${at}
        and ${isWithin('o', 'since')})))`
}
