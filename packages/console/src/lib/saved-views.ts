import { keepStored, readStored } from './stored.ts'

/** A name for what a list's address says: filters, order, columns, way of looking. Kept on this device. */
export interface SavedView {
  name: string
  /** The query of the address, without `?`. */
  search: string
}

export const nameMax = 60

/** The views of a list in their order; what cannot be read is no view. */
export function savedViews(list: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(readStored(`views.${list}`) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return [] // written by something else
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
  keepStored(`views.${list}`, views.length === 0 ? null : JSON.stringify(views))
}

/** The views with this one; one of the same name is replaced where it stands. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const isKnown = views.some(({ name }) => name === view.name)
  return isKnown ? views.map((other) => (other.name === view.name ? view : other)) : [...views, view]
}

/** The views with one of another name; null when another view has that name already. */
export function renamed(views: readonly SavedView[], from: string, to: string): SavedView[] | null {
  if (from !== to && views.some(({ name }) => name === to)) return null
  return views.map((view) => (view.name === from ? { ...view, name: to } : view))
}

/**
 * What a view keeps of an address: everything but the page. Columns that are remembered for the list rather than
 * named in the address are part of what one sees, and so of the view.
 */
export function viewSearch(search: URLSearchParams, columns: readonly string[] | null): string {
  const kept = new URLSearchParams(search)
  kept.delete('page')
  if (columns) kept.set('cols', columns.join(','))
  kept.sort()
  return kept.toString()
}
