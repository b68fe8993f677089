import { sql } from 'kysely'
import type { KnownCard } from '../../shared/facts.ts'
import type { Scope } from '../../shared/scope.ts'
import type { StationPlace } from '../../shared/station-connection.ts'
import type { Db } from '../../storage/transaction.ts'
import { visibleCards } from '../cards/index.ts'
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
      (select json_build_object('id', c.id, 'code', c.code, 'state', ${cardState}, 'expiresAt', c.expires_at,
         'parentCode', c.parent_code, 'maxTransactions', c.max_transactions, 'tokenType', c.token_type,
         'clientId', c.client_id, 'tags', c.tags)
       from cards c where c.account_id = s.account_id and c.code_folded = ${folded}) as card
    from stations s where s.id = any(${stationIds}::uuid[])`.execute(db)
  return rows.map(({ card, ...row }) => ({ ...row, card: card && withExpiry(card) }))
}

const withExpiry = (card: KnownCard): KnownCard => ({
  ...card,
  expiresAt: card.expiresAt && new Date(card.expiresAt),
})

// a state added by an administrator counts as the built-in state of its type
const cardState = sql`case when c.state in ('created', 'enabled', 'disabled', 'deleted') then c.state
  else state_type_of('card', c.state) end`

/** Returns the code of the card for comparisons, if the viewer may see the card. */
export async function findCode(db: Db, scope: Scope, id: string): Promise<string | null> {
  const { rows } = await sql<{ folded: string }>`select k.code_folded as folded from cards k
    where k.id = ${id} and (${visibleCards(scope)})`.execute(db)
  return rows[0]?.folded ?? null
}

/** Returns the number of running transactions that count against the limit of a card. */
export async function runningOf(
  db: Db,
  { accountId, folded }: { accountId: string; folded: string },
): Promise<number> {
  const { rows } = await sql<{ running: number }>`select count(*)::int as running from transactions t
    where t.account_id = ${accountId} and t.id_tag_folded = ${folded} and t.state = 'running'
      and t.decision = 'Accepted'`.execute(db)
  return rows[0]!.running
}
