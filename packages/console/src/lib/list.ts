import type { AnswerOf, BodyOf, Endpoint, HintKind, stationList } from '@stationmaster/contract'
import { useDeferredValue, useMemo } from 'react'
import type { ListAddress } from './address.ts'
import { callFile, type FileRequest } from './call.ts'
import { useEndpoint } from './query.ts'

/** An endpoint that returns rows by such a query, or their number. */
export type ListEndpoint = Endpoint
export type ListQueryBody = BodyOf<typeof stationList>
export type SearchTerm = NonNullable<ListQueryBody['search']>[number]

export interface ListSource<L extends Endpoint, C extends Endpoint> {
  list: L
  count: C
  at: Pick<ListAddress, 'sort' | 'dir' | 'page' | 'size'>
  filter?: ListQueryBody['filter']
  search?: readonly SearchTerm[]
  /** `orderby` if the address contains none: `['identity']`, `['datestart DESC']`. */
  order: readonly string[]
  /** Columns of the groups of the rows, which come before any other order. */
  groupOrder?: readonly string[]
  hints?: readonly HintKind[]
  /** Id of the station, if the whole list is about one. */
  station?: string
  enabled?: boolean
}

export type RowOf<L extends Endpoint> = AnswerOf<L> extends readonly (infer R)[] ? R : never

export interface List<Row> {
  rows: readonly Row[]
  /** Null until known. */
  total: number | null
  /** True if there is nothing to show yet. */
  pending: boolean
  /** True if old rows are shown while a newer query is pending. */
  stale: boolean
  /** True until the total is that of the current query. */
  counting: boolean
  error: Error | null
  retry: () => void
  /** Returns all matching rows as a file, or those of a narrower query. */
  file: (request: FileRequest, only?: Pick<ListQueryBody, 'filter' | 'search'>) => Promise<Blob>
  /** Current filter and search, for actions on all matching rows and for counts next to the list. */
  matching: Pick<ListQueryBody, 'filter' | 'search'>
}

const noRows: readonly never[] = []

/**
 * Loads the rows and the count of a list that pages, sorts and filters on the server. Screens use it through
 * `usePagedList`.
 */
export function useList<L extends Endpoint, C extends Endpoint>(source: ListSource<L, C>): List<RowOf<L>> {
  const { list, count, at, order, groupOrder = [], enabled = true } = source
  const about = { hints: source.hints, station: source.station }
  const sorted = at.sort === '' ? order : [at.dir === 'desc' ? `${at.sort} DESC` : at.sort]
  const orderby = [...groupOrder, ...sorted.filter((term) => !groupOrder.includes(term.split(' ')[0]!))]
  const size = Number(at.size)
  const newest = { ...matchingOf(source), orderby, reclimit: size, recoffset: (at.page - 1) * size }
  const { body, isLatest } = useInParts(newest)
  const matching = useMemo(() => matchingOf(body), [body])
  // The contract defines the body as a list query; the type of a generic endpoint cannot express that.
  const page = body as BodyOf<L>
  const rows = useEndpoint(list, page, { ...about, keepPrevious: true, enabled })
  const number = useEndpoint(count, matching as BodyOf<C>, { ...about, keepPrevious: true, enabled })
  return {
    rows: (rows.data as readonly RowOf<L>[] | undefined) ?? noRows,
    total: (number.data as { count: number } | undefined)?.count ?? null,
    pending: rows.isPending,
    stale: rows.isPlaceholderData || !isLatest,
    counting: number.isPending || number.isPlaceholderData || !isLatest,
    error: rows.data === undefined ? rows.error : null,
    retry: () => void Promise.all([rows.refetch(), number.refetch()]),
    file: (request, only = matching) =>
      callFile(list, { ...only, orderby: body.orderby } as BodyOf<L>, request),
    matching,
  }
}

/**
 * Returns the query of a list. A change of the address shows in its fields first; what the list then shows, if only the
 * rows of an earlier request, is rendered in parts, between which the page responds.
 */
function useInParts<Body>(newest: Body): { body: Body; isLatest: boolean } {
  const key = JSON.stringify(newest)
  const used = useDeferredValue(key)
  return { body: useMemo(() => JSON.parse(used) as Body, [used]), isLatest: used === key }
}

function matchingOf(source: { filter?: ListQueryBody['filter']; search?: readonly SearchTerm[] }) {
  const filter = source.filter && Object.keys(source.filter).length > 0 ? source.filter : undefined
  const search = source.search && source.search.length > 0 ? [...source.search] : undefined
  return { ...(filter ? { filter } : {}), ...(search ? { search } : {}) }
}

/** Returns terms that find a text anywhere in one of the columns, ignoring case; none for an empty text. */
export function textSearch(text: string, fields: readonly string[]): SearchTerm[] {
  const wanted = text.trim()
  if (wanted === '') return []
  const value = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return fields.map((field, at) => ({
    condition: at === 0 ? 'AND' : 'OR',
    field,
    compare: 'IKE',
    value,
    ...(at === 0 ? { lstr: '(' as const } : {}),
    ...(at === fields.length - 1 ? { rstr: ')' as const } : {}),
  }))
}
