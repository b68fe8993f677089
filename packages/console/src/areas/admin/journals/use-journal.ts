import { adminUserList, type BodyOf, type Endpoint } from '@stationmaster/contract'
import { useState } from 'react'
import { type Go, listParameters, type Parameters, text, type Values } from '../../../lib/address.ts'
import { callFile, type FileRequest } from '../../../lib/call.ts'
import { type ListQueryBody, type RowOf, type SearchTerm, textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { type RangePreset, rangeParameters, rangeSearch, resolveRange } from '../../../lib/time-range.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { type PagedList, usePagedList } from '../../../ui/table/use-paged-list.ts'
import { type Searching, useSearch } from './use-search.ts'

/** Parameters in the address of every journal; `preset` is the period shown first. */
export const journalParameters = (preset: RangePreset) => ({
  ...listParameters,
  ...rangeParameters(preset),
  person: text(),
  correlation: text(),
  entry: text(),
})

export type JournalParameters = ReturnType<typeof journalParameters>
export type JournalPlace = Values<JournalParameters>
export type JournalName = 'apilog' | 'dblog' | 'audit'

/** A journal and, if a text is searched for, the search. */
export interface Journal<Row, P extends Parameters> {
  list: PagedList<Row, P>
  found: Searching<Row> | null
}

interface JournalSource<L extends Endpoint, C extends Endpoint, S extends Endpoint, P extends Parameters> {
  name: JournalName
  list: L
  count: C
  /** Searches for a text part by part, so that no query reads the whole journal. */
  search: S
  columns: readonly Column<RowOf<L>>[]
  where: P
  at: Values<P>
  go: Go<P>
  filter: ListQueryBody['filter']
  terms?: readonly SearchTerm[]
  /** Column of the correlation id. */
  correlation: string
}

/**
 * Loads a page of a journal, newest first, or the entries that contain a text. A single request is searched
 * for in the whole journal, whatever the period.
 */
export function useJournal<
  L extends Endpoint,
  C extends Endpoint,
  S extends Endpoint,
  P extends JournalParameters & Parameters,
>(source: JournalSource<L, C, S, P>): Journal<RowOf<L>, P> {
  const at = source.at as JournalPlace // The parameters contain those of every journal.
  const text = at.q.trim()
  // A search runs for some time: its period stays as it was when the search began.
  const searchKey = [at.range, at.from, at.to, text].join(' ')
  const [started, setStarted] = useState(() => ({ searchKey, range: resolveRange(at) }))
  if (started.searchKey !== searchKey) setStarted({ searchKey, range: resolveRange(at) })
  const person = useLogins(at.person)
  const filter = {
    ...source.filter,
    ...(person ? { username: person } : {}),
    ...(at.correlation ? { [source.correlation]: at.correlation } : {}),
  }
  const range = text === '' ? resolveRange(at) : started.range
  const terms = [...(source.terms ?? []), ...(at.correlation ? [] : rangeSearch('datetime', range))]
  const { search, ...listed } = source
  const list = usePagedList<L, C, P>({
    ...listed,
    filter,
    search: terms,
    order: ['datetime DESC'],
    enabled: text === '' && person !== undefined,
  })
  const question = { text, filter, search: terms, oldestfirst: at.sort === 'datetime' && at.dir === 'asc' }
  const found = useSearch(search, text === '' || person === undefined ? null : question, Number(at.size))
  if (!found) return { list, found }
  // The search of a journal returns rows of its list, by contract.
  const rows = found.rows as readonly RowOf<L>[]
  const file = (request: FileRequest) => callFile(search, question as unknown as BodyOf<S>, request)
  return { list: { ...list, rows, total: null, file }, found: { ...found, rows } }
}

/** Limit of users whose logins contain a text; journals are then read by login, for which they have an index. */
const maxUsers = 200

/**
 * Returns the logins that a text matches: the text itself and the logins that contain it. Null without a
 * text, undefined while they are loading.
 */
function useLogins(text: string): string[] | null | undefined {
  const searchText = text.trim()
  const search = textSearch(searchText, ['username', 'name'])
  const found = useEndpoint(
    adminUserList,
    { fields: ['id', 'username'], search, reclimit: maxUsers },
    { enabled: searchText !== '' },
  )
  if (searchText === '') return null
  // If users cannot be read, the text counts as a complete login.
  if (found.isError) return [searchText]
  return found.data && [...new Set([searchText, ...found.data.map(({ username }) => username)])]
}
