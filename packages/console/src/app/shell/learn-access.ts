import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { access } from '../../lib/access.ts'
import { mayOf, rightsQuery } from '../../lib/rights.ts'

/**
 * Fetches the rights of the viewer, and again when a hint reports a change. Returns a function that stops
 * listening.
 */
export function learnAccess(queries: QueryClient): () => void {
  return new QueryObserver(queries, rightsQuery).subscribe(({ data }) => {
    if (data) access.set(mayOf(data))
  })
}
