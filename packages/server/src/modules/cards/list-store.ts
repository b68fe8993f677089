import type { AnswerOf, cardGet, unknownTags } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { objectColumns, stateTypeOf } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccount, ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import { clientColumns } from '../clients/index.ts'
import type { WithFacts } from '../workflow/index.ts'
import { foldCode } from './card.ts'

export type CardShown = AnswerOf<typeof cardGet>
type TagShown = AnswerOf<typeof unknownTags>[number]

/** Selects the cards that the viewer may see; drivers see their own. */
export const visibleCards = ofAccountOrDriver(
  'k.account_id',
  { card: 'k.id' },
  (userId) => sql`k.owner_id = ${userId}`,
)

const running = sql`(select count(*) from transactions t where t.account_id = k.account_id
  and t.id_tag_folded = k.code_folded and t.state = 'running')`

const stateType = stateTypeOf('card', 'k')

/** Number of running transactions of `cards k`; one whose card was refused does not count against the limit. */
export const acceptedTransactions = sql`(select count(*) from transactions t where t.account_id = k.account_id
  and t.id_tag_folded = k.code_folded and t.state = 'running' and t.decision = 'Accepted')`

/** The rules of card.ts in SQL, for lists; running transactions are not considered. */
const cardStatusSql = sql<'Accepted' | 'Blocked' | 'Expired' | 'Invalid'>`case
  when ${stateType} = 'deleted' then 'Invalid' when ${stateType} <> 'enabled' then 'Blocked'
  when k.expires_at <= now() then 'Expired' else 'Accepted' end`

const verdict = sql`case when ${cardStatusSql} <> 'Accepted' then ${cardStatusSql}
  when k.max_transactions > 0 and ${acceptedTransactions} >= k.max_transactions then 'ConcurrentTx' else 'Accepted' end`

export const cardSource: ListSource<WithFacts<CardShown>> = {
  from: sql`cards k`,
  columns: {
    ...objectColumns('card', { alias: 'k', owner: 'k.owner_id' }),
    identity: column.text('k.code'),
    code: column.text('k.code'),
    name: column.text('k.name', 'nullable'),
    label: column.text('k.label', 'nullable'),
    tags: column.list('k.tags'),
    description: column.text('k.description', 'nullable'),
    ...clientColumns('k'),
    driver: column.text(
      sql`(select u.username from users u where u.id = k.owner_id and u.interface_code = 'driver')`,
      'nullable',
    ),
    expiry: column.instant('k.expires_at', 'nullable'),
    parentcode: column.text('k.parent_code', 'nullable'),
    tokentype: column.text('k.token_type', 'nullable'),
    maxtransactions: column.integer('k.max_transactions'),
    activetransactions: column.integer(running),
    verdict: column.text(verdict),
    lastused: column.instant('k.last_used_at', 'nullable'),
    version_no: column.integer('k.version_no'),
    methods: column.shown(sql`json_build_object('id', k.id, 'state', k.state)`),
  },
  key: 'id',
  order: ['code'],
  visible: visibleCards,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`${stateType} = 'deleted'` },
}

const minCharacters = 6
/** Upper bound, in byte order, of all texts with this prefix. */
const upperBound = (text: RawBuilder<unknown>) => sql`(${text} || chr(1114111)) collate "C"`

/**
 * A card whose code contains the tag or is contained in it: some readers lose a byte (six characters are
 * enough). Each of the four comparisons uses an index, because there may be many cards and many tags. Under
 * row-level security `cards` itself has no usable index for them; the view `card_codes` has.
 */
const looksLike = sql`(select min(k.code) from (
    select k.code, k.state from card_codes k where k.account_id = u.account_id and k.code_folded = any (array(
      select unnest(array[left(u.code_folded, n), right(u.code_folded, n)])
      from generate_series(${sql.lit(minCharacters)}, length(u.code_folded)) n))
    union all
    select k.code, k.state from card_codes k where k.account_id = u.account_id
      and k.code_folded collate "C" >= u.code_folded and k.code_folded collate "C" < ${upperBound(sql`u.code_folded`)}
    union all
    select k.code, k.state from card_codes k where k.account_id = u.account_id
      and reverse(k.code_folded) collate "C" >= reverse(u.code_folded)
      and reverse(k.code_folded) collate "C" < ${upperBound(sql`reverse(u.code_folded)`)}
  ) k where k.state <> 'deleted' and length(u.code_folded) >= ${sql.lit(minCharacters)})`

/** Tags that belong to no card; a tag leaves the list when a card with its code is created. */
export const unknownTagSource: ListSource<TagShown> = {
  from: sql`(select u.* from unknown_tags u where not exists (select from cards k where k.account_id = u.account_id
    and k.code_folded = u.code_folded and k.state <> 'deleted')) u left join stations s on s.id = u.station_id`,
  columns: {
    code: column.text('u.code'),
    identity: column.text('s.identity'),
    first: column.instant('u.first_at'),
    last: column.instant('u.last_at'),
    count: column.integer('u.count'),
    lookslike: column.text(looksLike, 'nullable'),
  },
  key: 'code',
  order: ['last DESC'],
  visible: ofAccount('u.account_id', { charge_point: 'u.station_id' }),
}

/** Cards missing in a list that are returned; further ones are only counted. */
const maxMissing = 100

export interface ListedCard {
  id: string
  name: string | null
  status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid'
  expiresAt: Date | null
  parentCode: string | null
}

/**
 * Compares the codes of a local list with the account's cards that the viewer may see. Returns the card of
 * each code that has one, and the accepted cards that are missing in the list.
 */
export async function compareWithCards(
  db: Db,
  scope: Scope,
  { accountId, codes }: { accountId: string; codes: readonly string[] },
) {
  const folded = codes.map(foldCode)
  const found = await sql<ListedCard & { folded: string; isVisible: boolean }>`
    select k.id, k.name, ${cardStatusSql} as status, k.expires_at as "expiresAt", k.parent_code as "parentCode",
      k.code_folded as folded, (${visibleCards(scope)}) is true as "isVisible"
    from cards k where k.account_id = ${accountId} and k.code_folded = any(${folded}::text[])`.execute(db)
  const missing = await sql<{ id: string; code: string; name: string | null; count: number }>`
    select k.id, k.code, k.name, (count(*) over ())::int as count
    from cards k where k.account_id = ${accountId} and ${cardStatusSql} = 'Accepted' and ${visibleCards(scope)}
      and not exists (select from unnest(${folded}::text[]) as f (code) where f.code = k.code_folded)
    order by k.code limit ${sql.lit(maxMissing)}`.execute(db)
  const visible = found.rows.filter(({ isVisible }) => isVisible)
  const known = new Set(found.rows.map(({ folded: code }) => code))
  const shown = new Set(visible.map(({ folded: code }) => code))
  // the database hides the cards of other clients: an unknown tag can be one of these
  const isLimited = scope.clientId !== null
  const byCode = new Map(
    visible.filter(({ status }) => status !== 'Invalid').map((card) => [card.folded, card]),
  )
  return {
    /** Returns true for tags of cards that the viewer may not see; users of a client see tags of their cards only. */
    isHidden: (code: string): boolean =>
      !shown.has(foldCode(code)) && (isLimited || known.has(foldCode(code))),
    cardOf: (code: string): ListedCard | null => byCode.get(foldCode(code)) ?? null,
    missing: missing.rows.map(({ id, code, name }) => ({ id, code, name })),
    missingCount: missing.rows[0]?.count ?? 0,
  }
}

/** Card of a generated local list. */
export interface AcceptedCard {
  id: string
  code: string
  expiresAt: Date | null
  parentCode: string | null
  clientId: string | null
  tags: readonly string[]
}

/**
 * Returns the accepted cards of an account that OCPP 1.6 can name (idTags have 20 characters), those used in the last
 * 90 days first, then in the order in which they were added.
 */
export async function acceptedCards(
  db: Db,
  accountId: string,
  { now, most }: { now: Date; most: number },
): Promise<AcceptedCard[]> {
  const { rows } = await sql<AcceptedCard>`
    select k.id, k.code, k.expires_at as "expiresAt", k.parent_code as "parentCode", k.client_id as "clientId", k.tags
    from cards k where k.account_id = ${accountId} and ${cardStatusSql} = 'Accepted'
      and not exists (select from guest_charges g where g.card_id = k.id)
      and length(k.code) <= 20 and coalesce(length(k.parent_code), 0) <= 20
    order by (k.last_used_at > ${now}::timestamptz - interval '90 days') is not true, k.id
    limit ${most}`.execute(db)
  return rows
}
