import type { AnswerOf, BodyOf, Endpoint, HintKind } from '@stationmaster/contract'
import { keepPreviousData, QueryClient, queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { call, CallError } from './call.ts'
import { useQueryInTransition } from './use-query-in-transition.ts'

/** Metadata of a query: the hints that make it stale, and the station it is about. */
export interface QueryMeta extends Record<string, unknown> {
  hints?: readonly HintKind[]
  station?: string
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
    defaultError: Error
  }
}

/** Creates the cache of the page. A refusal is not retried; a request without a response is, twice. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (count, failure) => count < 2 && mayRetry(failure),
        retryDelay: (count) => Math.min(1_000 * 2 ** count, 8_000),
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

const mayRetry = (failure: Error): boolean =>
  failure instanceof CallError && (failure.kind === 'network' || failure.status >= 502)

/** Returns the cache key of an endpoint: `['Stations']` invalidates everything of the subject. */
export const keyOf = (row: Endpoint): readonly [string, string] => [row.subject, row.path]

interface QueryAbout extends QueryMeta {
  /** Shows the previous data while the next page loads, as in lists. */
  keepPrevious?: boolean
  enabled?: boolean
  refetchInterval?: number | undefined
}

/**
 * Returns the query options of an endpoint: `endpointQuery(stationGet, { identity }, { hints:
 * ['station.changed'], station: id })`.
 */
export function endpointQuery<E extends Endpoint>(row: E, body: BodyOf<E>, about: QueryAbout = {}) {
  const { keepPrevious, enabled, refetchInterval, ...meta } = about
  return queryOptions<AnswerOf<E>, Error>({
    queryKey: [...keyOf(row), body],
    queryFn: ({ signal }) => call(row, body, { signal }),
    meta,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
    enabled,
    refetchInterval,
  })
}

/** Queries an endpoint; refetched after the hints named. */
export const useEndpoint = <E extends Endpoint>(
  row: E,
  body: BodyOf<E>,
  about?: QueryAbout,
): UseQueryResult<AnswerOf<E>> => useQueryInTransition(endpointQuery(row, body, about))

/** Cache of the page, for loaders: `loader: () => queries.ensureQueryData(endpointQuery(stationGet, …))`. */
export const queries = createQueryClient()
