import { useCallback, useMemo, useState } from 'react'
import type { ListQueryBody, SearchTerm } from '../../lib/list.ts'

/**
 * Selected rows of a list, over its pages. `all` means everything that matches the filters, including rows
 * that were never loaded: actions then send the filter, not ids.
 */
export interface Selection {
  /** Selected rows; empty with `all`. */
  ids: ReadonlySet<string>
  all: boolean
  /** With `all`: rows that are not selected. */
  except: ReadonlySet<string>
  has: (id: string) => boolean
  /** Selects a row or not; with the rows of the page all from the row that was changed last up to this one. */
  toggle: (id: string, page?: readonly string[]) => void
  setPage: (ids: readonly string[], on: boolean) => void
  chooseAll: () => void
  clear: () => void
}

interface State {
  key: string
  all: boolean
  /** Rows that differ from `all`. */
  marked: ReadonlySet<string>
  /** The row that was changed last. */
  last: string | null
}

const none: ReadonlySet<string> = new Set()
const empty = (key: string): State => ({ key, all: false, marked: none, last: null })

/** Selection for a filter (`key`): another filter starts with an empty selection. */
export function useSelection(key: string): Selection {
  const [state, setState] = useState(() => empty(key))
  const { all, marked } = state.key === key ? state : empty(key)
  const change = useCallback(
    (next: (state: State) => State) => setState((before) => next(before.key === key ? before : empty(key))),
    [key],
  )
  return useMemo(
    () => ({
      ids: all ? none : marked,
      all,
      except: all ? marked : none,
      has: (id) => marked.has(id) !== all,
      toggle: (id, page) => change((before) => toggled(before, id, page)),
      setPage: (page, on) =>
        // with `all`, no row of another page could be seen to be selected still
        change((before) => (before.all && !on ? empty(key) : { ...marks(before, page, on), last: null })),
      chooseAll: () => setState({ ...empty(key), all: true }),
      clear: () => setState(empty(key)),
    }),
    [all, marked, change, key],
  )
}

function toggled(state: State, id: string, page: readonly string[] | undefined): State {
  const on = state.marked.has(id) === state.all
  const from = page && state.last !== null ? page.indexOf(state.last) : -1
  const to = page ? page.indexOf(id) : -1
  const range = page && from >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  return { ...marks(state, range, on), last: id }
}

/** Returns the state in which these rows are selected or not. */
function marks(state: State, ids: readonly string[], on: boolean): State {
  const marked = new Set(state.marked)
  for (const id of ids)
    if (on === state.all) marked.delete(id)
    else marked.add(id)
  return { ...state, marked }
}

/** Returns the number of selected rows of a list with this many rows. */
export const countOf = (
  { all, ids, except }: Pick<Selection, 'all' | 'ids' | 'except'>,
  total: number | null,
) => (all ? Math.max(0, (total ?? 0) - except.size) : ids.size)

/** Rows that a query can leave out one by one. */
const mostLeftOut = 80
/** Values of a filter. */
const mostValues = 1000

/** Returns the query of the selected rows; null if there are too many single ones. */
export function selectedQuery(
  { all, ids, except }: Pick<Selection, 'all' | 'ids' | 'except'>,
  { filter, search = [] }: Pick<ListQueryBody, 'filter' | 'search'>,
): Pick<ListQueryBody, 'filter' | 'search'> | null {
  if (!all) return ids.size > mostValues ? null : { filter: { id: [...ids] } }
  if (except.size > mostLeftOut) return null
  const others = [...except].map(
    (value): SearchTerm => ({ condition: 'AND', field: 'id', compare: 'NEQ', value }),
  )
  return { ...(filter && { filter }), search: [...search, ...others] }
}
