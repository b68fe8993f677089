import { stationCount, stationList } from '@stationmaster/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { useList } from './list.ts'
import { endpointQuery } from './query.ts'

const client = new QueryClient({ defaultOptions: { queries: { staleTime: 1e9 } } })
const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

/** Stores the response of a page as if it had been fetched. */
function store(page: number, identity: string): void {
  const body = { orderby: ['identity'], reclimit: 50, recoffset: (page - 1) * 50 }
  client.setQueryData(endpointQuery(stationList, body).queryKey, [{ id: identity }] as never)
}

it('renders another page after what the address shows, also if its rows were fetched before', () => {
  store(1, 'first')
  store(2, 'second')
  client.setQueryData(endpointQuery(stationCount, {}).queryKey, { count: 100 })
  const commits: [page: number, row: string | undefined, stale: boolean][] = []
  const { rerender } = renderHook(
    ({ page }) => {
      const at = { page, size: '50', sort: '', dir: 'asc' } as const
      const list = useList({ list: stationList, count: stationCount, at, order: ['identity'] })
      commits.push([page, list.rows[0]?.id, list.stale])
    },
    { wrapper: Around, initialProps: { page: 1 } },
  )
  rerender({ page: 2 })
  expect(commits).toEqual([
    [1, 'first', false],
    [2, 'first', true],
    [2, 'second', false],
  ])
})
