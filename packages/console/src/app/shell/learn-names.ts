import { customLabels, nameKey } from '../../lib/texts.ts'
import { classNames } from '@stationmaster/contract'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { endpointQuery } from '../../lib/query.ts'

/** Fetches custom labels, and again when the object model is changed. Returns a function that stops listening. */
export function learnNames(queries: QueryClient): () => void {
  const names = new QueryObserver(queries, {
    ...endpointQuery(classNames, {}, { hints: ['rights.changed'] }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return names.subscribe(({ data = [] }) => {
    // to set the store renders all labels again, which is needed only if there are or were custom ones
    if (data.length > 0 || customLabels.get().size > 0)
      customLabels.set(new Map(data.map((row) => [nameKey(row.kind, row.classcode, row.code), row.name])))
  })
}
