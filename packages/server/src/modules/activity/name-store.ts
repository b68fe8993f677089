import { type RawBuilder, sql } from 'kysely'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import { run } from '../../storage/list/list-source.ts'
import { anywhere } from '../../storage/list/like.ts'
import type { Db } from '../../storage/transaction.ts'
import type { Named, Tag } from './list-store.ts'

/** Maximum number of stations and of tags that one text finds. */
const maxNamed = 200
/** Maximum number of objects that are looked up after their searched texts were found by index. */
const maxCandidates = 500

/** Returns the stations and tags in whose names a text occurs. */
export async function findNamed(db: Db, scope: Scope, text: string): Promise<Named | Refusal> {
  const pattern = anywhere(text)
  const isStation = await candidates(db, scope, { view: 'search_stations', id: 's.id', text })
  if (isRefusal(isStation)) return isStation
  const stations = await run<{ id: string }>(
    db,
    sql`select s.id from stations s where (${ofAccount('s.account_id', { charge_point: 's.id' })(scope)})
      and ${isStation} and s.identity ilike ${pattern} order by s.identity limit ${maxNamed}`,
  )
  if (isRefusal(stations)) return stations
  const isCard = await candidates(db, scope, { view: 'search_cards', id: 'k.id', text })
  if (isRefusal(isCard)) return isCard
  const tags = await run<Tag>(
    db,
    sql`select * from (select k.account_id as "accountId", lower(k.code) as tag, k.id as "cardId" from cards k
        where (${ofAccount('k.account_id', { card: 'k.id' })(scope)})
          and ${isCard} and (k.code ilike ${pattern} or k.name ilike ${pattern}) limit ${maxNamed}) known
      union all select * from (select n.account_id, lower(n.code), null::uuid from unknown_tags n
        where (${ofAccount('n.account_id', { charge_point: 'n.station_id' })(scope)})
          and n.code ilike ${pattern} limit ${maxNamed}) unknown
      limit ${maxNamed}`,
  )
  return isRefusal(tags) ? tags : { stations: stations.map(({ id }) => id), tags }
}

/**
 * Returns a condition for the objects whose searched texts have the text, which have an index; true if there are
 * too many, and for users of a client, who see few objects. A name has the text only if the searched text, in which it is, does.
 */
async function candidates(
  db: Db,
  scope: Scope,
  { view, id, text }: { view: string; id: string; text: string },
): Promise<RawBuilder<unknown> | Refusal> {
  if (scope.clientId !== null) return sql`true`
  const form = await run<{ form: string }>(db, sql`select search_form(${text}) as form`)
  if (isRefusal(form)) return form
  const found = await run<{ id: string }>(
    db,
    sql`select x.id from ${sql.table(view)} x where x.search_text like ${anywhere(form[0]!.form)}
      limit ${maxCandidates + 1}`,
  )
  if (isRefusal(found)) return found
  return found.length > maxCandidates
    ? sql`true`
    : sql`${sql.ref(id)} = any(${found.map((one) => one.id)}::uuid[])`
}
