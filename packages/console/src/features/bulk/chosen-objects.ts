import type { ListQueryBody } from '../../lib/list.ts'
import type { Selection } from '../../ui/table/selection.ts'

/** Selected rows of a list, as far as actions on them need it. */
export interface ChosenObjects {
  selection: Pick<Selection, 'all' | 'ids' | 'except' | 'clear'>
  /** Filter and search of the list. */
  matching: Pick<ListQueryBody, 'filter' | 'search'>
  total: number | null
}

const none: ReadonlySet<string> = new Set()

/** Returns these objects as a selection. */
export const chosenOf = (ids: readonly string[], clear: () => void): ChosenObjects => ({
  selection: { all: false, ids: new Set(ids), except: none, clear },
  matching: {},
  total: null,
})

/** Returns all objects that match a filter as a selection. */
export const allOf = (filter: ListQueryBody['filter'], total: number): ChosenObjects => ({
  selection: { all: true, ids: none, except: none, clear: () => {} },
  matching: { ...(filter && { filter }) },
  total,
})
