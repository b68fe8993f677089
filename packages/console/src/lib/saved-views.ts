import {
  type AnswerOf,
  savedViewDefault,
  savedViewDelete,
  savedViewList,
  savedViewSet,
  viewLimits,
  type ViewList,
} from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call, CallError } from './call.ts'
import { keyOf, useEndpoint } from './query.ts'
import { renewUser } from './renew-user.ts'
import { readStored, writeStored } from './stored.ts'
import { useChange } from './use-change.ts'

export type { ViewList } from '@stationmaster/contract'

/** A named state of a list's address: filters, order, columns, view. */
export type SavedView = AnswerOf<typeof savedViewList>[number]

export const nameMax = viewLimits.name

/** Views of a list, and the requests that change them. */
export function useSavedViews(list: ViewList) {
  const queries = useQueryClient()
  const query = useEndpoint(savedViewList, { list })
  const quiet = { done: null } as const
  const save = useChange(savedViewSet, quiet)
  const remove = useChange(savedViewDelete, quiet)
  const choose = useChange(savedViewDefault, { ...quiet, onSaved: () => void renewUser() })
  const reload = () => queries.invalidateQueries({ queryKey: [...keyOf(savedViewList), { list }] })
  return { query, save, remove, choose, reload }
}

interface StoredView {
  name: string
  search: string
}

/** Returns the views that an older console stored on this device; unreadable entries are ignored. */
export function storedViews(list: ViewList): StoredView[] {
  try {
    const stored: unknown = JSON.parse(readStored(`views.${list}`) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return [] // not written by this console
  }
}

const isView = (value: unknown): value is StoredView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string'

/**
 * Moves the views of this device to the server, unless the user has the same; those that it refuses stay. Returns the
 * number of moved ones.
 */
export async function moveStoredViews(list: ViewList, own: readonly StoredView[]): Promise<number> {
  const isKnown = ({ name, search }: StoredView): boolean =>
    own.some((view) => view.name === name && view.search === search)
  const stored = storedViews(list).filter((view) => !isKnown(view))
  const refused: StoredView[] = []
  for (const view of stored) if (!(await moveView(list, view))) refused.push(view)
  writeStored(`views.${list}`, refused.length === 0 ? null : JSON.stringify(refused))
  return stored.length - refused.length
}

async function moveView(list: ViewList, view: StoredView): Promise<boolean> {
  for (const name of [view.name, `${view.name.slice(0, nameMax - 4)} (2)`])
    try {
      await call(savedViewSet, { id: null, list, name, search: view.search })
      return true
    } catch (failure) {
      if (!(failure instanceof CallError && failure.code === 'value.name_taken')) return false
    }
  return false
}

/**
 * Returns what a view stores of an address: everything but the page. Columns that are stored for the list
 * instead of the address are visible, and so part of the view.
 */
export function viewSearch(search: URLSearchParams, columns: readonly string[] | null): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  if (columns) params.set('cols', columns.join(','))
  params.sort()
  return params.toString()
}
