import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Returns the client that `cards k` had at a time, the one after it if there was none. */
export const clientOfCardAt = (at: Sql): Sql =>
  sql`coalesce((select o.client_id from card_clients o where o.card_id = k.id and o.until > ${at} order by o.until limit 1),
    k.client_id)`

const isOneOf = (column: 'k.client_id' | 'o.client_id', clientIds: readonly string[]): Sql =>
  sql`${sql.ref(column)} = any(${clientIds}::uuid[])`

/** Selects the ids of the cards that clients have or had. */
export const cardsOfClients = (clientIds: readonly string[]): Sql =>
  sql`select k.id from cards k where ${isOneOf('k.client_id', clientIds)}
    union select o.card_id from card_clients o where ${isOneOf('o.client_id', clientIds)}`

/**
 * Condition: a card belonged to one of these clients at a time. It needs no rows of other clients, which policies hide from
 * users of a client; the policies of sessions, reservations, events and incidents contain the same.
 * @param card of a table whose alias is neither `k` nor `o`
 */
export const belongedToClients = (
  clientIds: readonly string[],
  { card, at }: { card: Sql; at: Sql },
): Sql => {
  const isWithin = (row: 'k' | 'o', since: 'client_since' | 'since') =>
    sql`(${sql.ref(`${row}.${since}`)} is null or ${sql.ref(`${row}.${since}`)} <= ${at})`
  return sql`(${card} in (${cardsOfClients(clientIds)})
    and (exists (select from cards k where ${isOneOf('k.client_id', clientIds)} and k.id = ${card} and ${isWithin('k', 'client_since')})
      or exists (select from card_clients o where ${isOneOf('o.client_id', clientIds)} and o.card_id = ${card} and o.until > ${at}
        and ${isWithin('o', 'since')})))`
}
