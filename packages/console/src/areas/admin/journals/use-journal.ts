import { adminUserList, type BodyOf, type Endpoint } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listParameters, oneOf, text } from '../../../lib/address.ts'
import { callCsv } from '../../../lib/call.ts'
import {
  type List,
  type ListQueryBody,
  type RowOf,
  type SearchTerm,
  spanSearch,
  textSearch,
  useList,
} from '../../../lib/list.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { type Searching, useSearch } from './use-search.ts'

export const spans = ['day', 'hour', 'week', 'month', 'any'] as const
const hours = { hour: 1, day: 24, week: 168, month: 720 } as const

/** Address parameters of every journal; `entry` is the one whose details are open. */
export const journalParameters = {
  ...listParameters,
  span: oneOf(spans),
  person: text(),
  correlation: text(),
  entry: text(),
}

export interface JournalPlace {
  q: string
  sort: string
  dir: 'asc' | 'desc'
  page: number
  size: '25' | '50' | '100'
  cols: string[] | null
  span: (typeof spans)[number]
  person: string
  correlation: string
  entry: string
}

/** Returns the start of a span, rounded to the full minute so that the query key stays the same. */
const sinceOf = (span: JournalPlace['span']): string => {
  if (span === 'any') return ''
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  return new Date(minute - hours[span] * 3_600_000).toISOString()
}

/**
 * Loads a page of a journal, newest first, or the entries that contain a text. A single request is searched
 * for in the whole journal, whatever the span.
 */
export function useJournal<L extends Endpoint, C extends Endpoint, S extends Endpoint>(source: {
  list: L
  count: C
  /** Searches for a text slice by slice, so that no query reads the whole journal. */
  search: S
  at: JournalPlace
  filter: ListQueryBody['filter']
  terms?: readonly SearchTerm[]
  /** Column of the correlation id. */
  correlation: string
}): { journal: List<RowOf<L>>; found: Searching<RowOf<L>> | null } {
  const { at, list, count, search } = source
  const text = at.q.trim()
  // A search runs for some time: its start stays as it was when the search began.
  const searchKey = `${at.span} ${text}`
  const [started, setStarted] = useState(() => ({ searchKey, since: sinceOf(at.span) }))
  if (started.searchKey !== searchKey) setStarted({ searchKey, since: sinceOf(at.span) })
  const person = useLogins(at.person)
  const filter = {
    ...source.filter,
    ...(person ? { username: person } : {}),
    ...(at.correlation ? { [source.correlation]: at.correlation } : {}),
  }
  const span = (from: string) => (at.correlation ? [] : spanSearch('datetime', from, ''))
  const terms = [...(source.terms ?? []), ...span(text === '' ? sinceOf(at.span) : started.since)]
  const journal = useList<L, C>({
    list,
    count,
    at,
    filter,
    search: terms,
    order: ['datetime DESC'],
    enabled: text === '' && person !== undefined,
  })
  const question = { text, filter, search: terms, oldestfirst: at.sort === 'datetime' && at.dir === 'asc' }
  const found = useSearch(search, text === '' || person === undefined ? null : question, Number(at.size))
  // The search of a journal returns rows of its list, by contract.
  const rows = found as Searching<RowOf<L>> | null
  const csv = () => callCsv(search, question as unknown as BodyOf<S>)
  return { journal: rows ? { ...journal, csv } : journal, found: rows }
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
  const found = useQuery({
    ...endpointQuery(adminUserList, { fields: ['id', 'username'], search, reclimit: maxUsers }),
    enabled: searchText !== '',
  })
  if (searchText === '') return null
  // If users cannot be read, the text counts as a complete login.
  if (found.isError) return [searchText]
  return found.data && [...new Set([searchText, ...found.data.map(({ username }) => username)])]
}
