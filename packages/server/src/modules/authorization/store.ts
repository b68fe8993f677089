import { sql } from 'kysely'
import type { KnownCard } from '../../shared/facts.ts'
import type { Scope } from '../../shared/scope.ts'
import type { StationPlace } from '../../shared/station-connection.ts'
import { prepaidAccountOf } from '../../storage/prepaid-account.ts'
import { stateTypeOf } from '../../storage/list/class-names.ts'
import type { Db } from '../../storage/transaction.ts'
import { acceptedTransactions, visibleCards } from '../cards/index.ts'
import { placeOfStation, timeZoneOfStation } from '../stations/index.ts'

/** A station and the card of its account that a command names. */
export interface StationAndCard {
  id: string
  accountId: string
  place: StationPlace
  timeZone: string | null
  evses: number[]
  card: KnownCard | null
}

/** Returns what authorization needs to know of the stations and their account's card with the code. */
export async function readStationsAndCard(
  db: Db,
  stationIds: readonly string[],
  folded: string,
): Promise<StationAndCard[]> {
  const { rows } = await sql<StationAndCard>`
    select s.id, s.account_id as "accountId", ${sql.raw(placeOfStation)} as place,
      ${sql.raw(timeZoneOfStation)} as "timeZone",
      array(select e.evse_no from evses e where e.station_id = s.id and e.evse_no > 0 order by 1) as evses,
      (select json_build_object('id', c.id, 'code', c.code, 'state', ${stateTypeOf('card', 'c')}, 'expiresAt', c.expires_at,
         'parentCode', c.parent_code, 'maxTransactions', c.max_transactions, 'tokenType', c.token_type,
         'clientId', c.client_id, 'tags', c.tags, 'prepaid', ${sql.raw(prepaidAccountOf('c'))})
       from cards c where c.account_id = s.account_id and c.code_folded = ${folded}) as card
    from stations s where s.id = any(${stationIds}::uuid[])`.execute(db)
  return rows.map(({ card, ...row }) => ({ ...row, card: card && withExpiry(card) }))
}

const withExpiry = (card: KnownCard): KnownCard => ({
  ...card,
  expiresAt: card.expiresAt && new Date(card.expiresAt),
})

/** Returns the code for comparisons and the running transactions of the card, if the viewer may see it. */
export async function findCard(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ folded: string; running: number } | undefined> {
  const { rows } = await sql<{ folded: string; running: number }>`
    select k.code_folded as folded, ${acceptedTransactions}::int as running from cards k
    where k.id = ${id} and (${visibleCards(scope)})`.execute(db)
  return rows[0]
}
