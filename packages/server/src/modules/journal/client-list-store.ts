import { type RawBuilder, sql } from 'kysely'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { defaultLimit, type ListSource, type Query, runList } from '../../storage/list/list-query.ts'
import { run } from '../../storage/list/list-source.ts'
import type { Db } from '../../storage/transaction.ts'
import { logSource } from './list-store.ts'

type Row = typeof logSource extends ListSource<infer Entry> ? Entry : never

const dayMs = 86_400_000
/** Time by which the order of ids can differ from that of times: entries are numbered when they are written. */
const marginMs = 3_600_000
/** Entries of all stations and days in which a page is looked for, before all entries of the client are read. */
const steps = [
  { entries: 20_000, days: 1 },
  { entries: 500_000, days: 8 },
]

/** Place in the log: an entry and its time. */
interface Place {
  id: string
  at: Date
}

/**
 * Returns a page of the entries of all stations of a client: first from the newest entries, by one scan of
 * the index of each day for all stations. Without bounds, the entries of each day would be compared with the stations.
 */
export async function listOfClient(db: Db, scope: Scope, query: Query): Promise<Row[] | Refusal> {
  const limit = query.reclimit ?? defaultLimit
  const end = await endOf(db, scope, query.after)
  if (isRefusal(end)) return end
  const fields = query.fields && [...new Set([...query.fields, 'datetime'])]
  for (const { entries, days } of end ? steps : []) {
    const since = new Date(end!.at.getTime() - days * dayMs)
    const rows = await runList<Row>(
      { db, source: sourceOf({ end: end!, entries, since }), scope },
      { ...query, fields },
    )
    if (isRefusal(rows)) return rows
    const last = rows[limit - 1]
    // entries before the period have lower ids than those after the margin
    if (last && Date.parse(last.datetime) >= since.getTime() + marginMs) return rows.map(shown(query.fields))
  }
  return runList({ db, source: sourceOf(null), scope }, query)
}

/** Returns the row without a column that was read in addition. */
const shown =
  (fields: Query['fields']) =>
  (row: Row): Row => {
    if (!fields || fields.includes('datetime')) return row
    const { datetime: _, ...rest } = row
    return rest as Row // as it was requested
  }

/** Returns the end of the page, or null if the viewer does not see the entry after which it begins. */
async function endOf(db: Db, scope: Scope, after: string | undefined): Promise<Place | null | Refusal> {
  if (after !== undefined && !/^\d{1,18}$/.test(after)) return null
  const rows = await run<Place>(
    db,
    after === undefined
      ? sql`select coalesce(pg_sequence_last_value('ocpp_log_id'), 0)::text as id, now() as at`
      : sql`select l.id::text, l.at from ocpp_log l where l.id = ${after}::bigint and (${logSource.visible(scope)})`,
  )
  return isRefusal(rows) ? rows : (rows[0] ?? null)
}

/** Returns the condition for entries that a viewer sees, for users of a client by the indexes of its stations. */
export const ofViewer = (scope: Scope): RawBuilder<unknown> => {
  const isVisible = logSource.visible(scope)
  if (scope.clientId === null) return isVisible
  return sql`${isVisible}
    and l.station_id = any(array(select o.id from stations o where o.client_id = ${scope.clientId}))`
}

/** Returns the log of the client's stations, of a period if one is given. */
const sourceOf = (period: { end: Place; entries: number; since: Date } | null): ListSource<Row> => ({
  ...logSource,
  visible: (scope) => {
    if (!period) return ofViewer(scope)
    const { end, entries, since } = period
    return sql`${ofViewer(scope)} and l.id > ${end.id}::bigint - ${entries}::bigint and l.at >= ${since}
      and l.at <= ${new Date(end.at.getTime() + marginMs)}`
  },
})

/** Returns true if a query asks for the newest entries of all stations. */
export const isOfAllStations = ({ filter, search, orderby, recoffset }: Query): boolean =>
  !orderby &&
  !recoffset &&
  !['stationid', 'identity'].some(
    (name) => Object.hasOwn(filter ?? {}, name) || search?.some(({ field }) => field === name),
  )
