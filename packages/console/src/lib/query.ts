import type { AnswerOf, BodyOf, Endpoint, HintKind } from '@stationmaster/contract'
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { call, CallError } from './call.ts'

/** What a query declares about itself: which hints make it stale, and of which station it speaks. */
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

/** One cache for the page. A refusal is not asked again; a server that did not answer is, twice. */
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

/** Key of everything that a subject has in the cache: `['Stations']` invalidates all of it. */
export const keyOf = (row: Endpoint): readonly [string, string] => [row.subject, row.path]

/**
 * One query on an endpoint: `useQuery(ask(stationGet, { identity }, { hints: ['station.changed'], station: id }))`.
 * The previous answer stays while the next one loads when `keep` is set, as every list wants it.
 */
export function ask<E extends Endpoint>(
  row: E,
  body: BodyOf<E>,
  about: QueryMeta & { keep?: boolean; path?: Record<string, string> } = {},
) {
  const { keep, path, ...meta } = about
  return queryOptions<AnswerOf<E>, Error>({
    queryKey: [...keyOf(row), body, path ?? null],
    queryFn: ({ signal }) => call(row, body, { signal, path }),
    meta,
    placeholderData: keep ? keepPreviousData : undefined,
  })
}

/** The page's cache, for loaders: `loader: () => queries.ensureQueryData(ask(stationGet, …))`. */
export const queries = createQueryClient()
