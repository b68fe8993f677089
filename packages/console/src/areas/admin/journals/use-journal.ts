import type { Endpoint } from '@stationmaster/contract'
import { listParameters, oneOf, text } from '../../../lib/address.ts'
import { type ListQueryBody, type SearchTerm, spanSearch, textSearch, useList } from '../../../lib/list.ts'

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

/** A page of a journal, newest first. One call is looked for in all of it, whatever the span. */
export function useJournal<L extends Endpoint, C extends Endpoint>(source: {
  list: L
  count: C
  at: JournalPlace
  filter: ListQueryBody['filter']
  search?: readonly SearchTerm[]
  /** The column that holds the correlation id. */
  correlation: string
  /** Columns in which a text is looked for. */
  texts: readonly string[]
}) {
  const { at, list, count, texts } = source
  return useList<L, C>({
    list,
    count,
    at,
    filter: {
      ...source.filter,
      ...(at.person ? { username: at.person } : {}),
      ...(at.correlation ? { [source.correlation]: at.correlation } : {}),
    },
    search: [
      ...textSearch(at.q, texts),
      ...(source.search ?? []),
      ...(at.correlation ? [] : spanSearch('datetime', sinceOf(at.span), '')),
    ],
    order: ['datetime DESC'],
  })
}
