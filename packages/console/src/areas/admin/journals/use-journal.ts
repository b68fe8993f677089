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
import { ask } from '../../../lib/query.ts'
import { type Searching, useSearch } from './use-search.ts'

export const spans = ['day', 'hour', 'week', 'month', 'any'] as const
const hours = { hour: 1, day: 24, week: 168, month: 720 } as const

/** What every journal keeps in its address; `entry` is the one that is looked at. */
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

/** Start of a span, at the full minute: the question stays the same while one looks. */
const sinceOf = (span: JournalPlace['span']): string => {
  if (span === 'any') return ''
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  return new Date(minute - hours[span] * 3_600_000).toISOString()
}

/**
 * A page of a journal, newest first, or what a text is found in. One call is looked for in all of it, whatever the
 * span.
 */
export function useJournal<L extends Endpoint, C extends Endpoint, S extends Endpoint>(source: {
  list: L
  count: C
  /** Looks for a text slice by slice, so that no question reads the whole journal. */
  search: S
  at: JournalPlace
  filter: ListQueryBody['filter']
  terms?: readonly SearchTerm[]
  /** The column that holds the correlation id. */
  correlation: string
}): { journal: List<RowOf<L>>; found: Searching<RowOf<L>> | null } {
  const { at, list, count, search } = source
  const text = at.q.trim()
  // a search goes on for a while: its beginning stays where it was when it was asked for
  const wish = `${at.span} ${text}`
  const [begun, setBegun] = useState(() => ({ wish, since: sinceOf(at.span) }))
  if (begun.wish !== wish) setBegun({ wish, since: sinceOf(at.span) })
  const person = useLogins(at.person)
  const filter = {
    ...source.filter,
    ...(person ? { username: person } : {}),
    ...(at.correlation ? { [source.correlation]: at.correlation } : {}),
  }
  const span = (from: string) => (at.correlation ? [] : spanSearch('datetime', from, ''))
  const terms = [...(source.terms ?? []), ...span(text === '' ? sinceOf(at.span) : begun.since)]
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
  // a journal's search finds rows of its list, by contract
  const rows = found as Searching<RowOf<L>> | null
  const csv = () => callCsv(search, question as unknown as BodyOf<S>)
  return { journal: rows ? { ...journal, csv } : journal, found: rows }
}

/** People whose logins hold a text; journals are then read by their logins, for which they have an index. */
const mostPeople = 200

/**
 * Returns the logins of the people that a text means: itself, and those it is part of. Null without a text, undefined
 * until they are known.
 */
function useLogins(text: string): string[] | null | undefined {
  const wanted = text.trim()
  const search = textSearch(wanted, ['username', 'name'])
  const found = useQuery({
    ...ask(adminUserList, { fields: ['id', 'username'], search, reclimit: mostPeople }),
    enabled: wanted !== '',
  })
  if (wanted === '') return null
  // Where the people cannot be read, the text counts as a whole login.
  if (found.isError) return [wanted]
  return found.data && [...new Set([wanted, ...found.data.map(({ username }) => username)])]
}
