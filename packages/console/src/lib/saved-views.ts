import { writeStored, readStored } from './stored.ts'

/** A named state of a list's address: filters, order, columns, view. Stored on this device. */
export interface SavedView {
  name: string
  /** The query of the address, without `?`. */
  search: string
}

export const nameMax = 60

/** Returns the views of a list in their order; unreadable entries are ignored. */
export function savedViews(list: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(readStored(`views.${list}`) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return [] // not written by this console
  }
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string'

export function keepViews(list: string, views: readonly SavedView[]): void {
  writeStored(`views.${list}`, views.length === 0 ? null : JSON.stringify(views))
}

/** Adds a view; one of the same name is replaced at its position. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const isKnown = views.some(({ name }) => name === view.name)
  return isKnown ? views.map((other) => (other.name === view.name ? view : other)) : [...views, view]
}

/** Renames a view; returns null if the name exists already. */
export function renamed(views: readonly SavedView[], from: string, to: string): SavedView[] | null {
  if (from !== to && views.some(({ name }) => name === to)) return null
  return views.map((view) => (view.name === from ? { ...view, name: to } : view))
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
