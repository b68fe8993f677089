import type { Query } from '../../storage/list/list-query.ts'

type Term = NonNullable<Query['search']>[number]

/** Bounds that a query sets for time and id of all its rows. */
export interface Bounds {
  from: Date | null
  to: Date | null
  low: number
  high: number
}

/** Returns the bounds of a query, for narrowing a search: its conditions are checked by the query itself. */
export function boundsOf(search: Query['search']): Bounds {
  const bounds: Bounds = { from: null, to: null, low: 0, high: Number.MAX_SAFE_INTEGER }
  for (const { field, compare, value } of required(search ?? [])) {
    const isLower = compare === 'GEQ' || compare === 'GTR'
    if (!isLower && compare !== 'LEQ' && compare !== 'LSS') continue
    if (field === 'datetime') narrowTime(bounds, isLower, new Date(String(value)))
    if (field === 'id' && /^\d{1,15}$/.test(String(value))) narrowIds(bounds, isLower, Number(value))
  }
  return bounds
}

function narrowTime(bounds: Bounds, isLower: boolean, at: Date): void {
  if (Number.isNaN(at.getTime())) return
  if (isLower) bounds.from = bounds.from && bounds.from > at ? bounds.from : at
  // inclusive: the day that begins at this time belongs to it
  else bounds.to = bounds.to && bounds.to < at ? bounds.to : new Date(at.getTime() + 1)
}

function narrowIds(bounds: Bounds, isLower: boolean, id: number): void {
  if (isLower) bounds.low = Math.max(bounds.low, id)
  else bounds.high = Math.min(bounds.high, id)
}

/** Returns the terms that each row fulfils: those outside of brackets, if none of these is an alternative. */
function required(terms: readonly Term[]): Term[] {
  let depth = 0
  const outer: Term[] = []
  for (const [index, term] of terms.entries()) {
    if (depth === 0 && index > 0 && term.condition === 'OR') return []
    if (depth === 0 && !term.lstr) outer.push(term)
    depth += (term.lstr ? 1 : 0) - (term.rstr ? 1 : 0)
  }
  return outer
}
