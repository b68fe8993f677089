import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { access } from '../../lib/access.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { requestedDialog } from '../../lib/palette.ts'
import { useSearchSource } from './search-source.tsx'
import { usePaletteSearch } from './use-palette-search.ts'

const station = {
  id: 's1',
  classcode: 'charge_point',
  label: 'BER-1',
  description: '',
  address: '/crm/station/s1',
}

const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>

const find = async (text: string) => {
  applyPageConfig({ authorize: false })
  const fetched = vi.fn((_: string, { body }: { body: string }) =>
    Promise.resolve(Response.json((JSON.parse(body) as { text: string }).text === 'ber' ? [station] : [])),
  )
  vi.stubGlobal('fetch', fetched)
  const { result } = renderHook(useSearchSource, { wrapper })
  const found = await result.current.find(text, new AbortController().signal)
  return { found, fetched }
}

afterEach(() => {
  applyPageConfig(null)
  access.set(() => true)
  requestedDialog.set(null)
  vi.unstubAllGlobals()
})

it('"ber reset" finds stations with the action, which opens its dialog and sends nothing', async () => {
  const { found, fetched } = await find('ber reset')
  expect(found[0]).toMatchObject({ id: 'reset s1', to: '/crm/station/s1' })
  const requests = fetched.mock.calls.length
  found[0]!.run?.()
  expect(requestedDialog.get()).toEqual({ stationId: 's1', dialog: 'reset' })
  expect(fetched.mock.calls).toHaveLength(requests)
})

it('users who may not send commands find no actions', async () => {
  access.set((row) => !row.path.startsWith('/command/'))
  const { found } = await find('ber reset')
  expect(found.map(({ id }) => id)).toEqual([])
})

it.each([
  ['demo', ['DEMO-1', 'RemoteStartTransaction']],
  ['reset', ['Reset', 'RESET-1']],
])('"%s" finds objects before commands, unless it is the name of a command', async (text, first) => {
  applyPageConfig({ authorize: false })
  // The search is sent again once the texts of actions are loaded: all requests are answered at the same time.
  let answer: (() => void) | undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  const found = [{ ...station, label: `${text.toUpperCase()}-1` }]
  vi.stubGlobal('fetch', () => isAnswered.then(() => Response.json(found)))
  const client = new QueryClient()
  const { result } = renderHook(() => usePaletteSearch(text), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{wrapper({ children })}</QueryClientProvider>
    ),
  })
  const isFresh = () =>
    result.current.groups
      .filter(({ isStale }) => !isStale)
      .flatMap(({ entries }) => entries.map(({ label }) => label))
  await waitFor(() => expect(result.current.groups.at(-1)?.entries[0]?.id).toBe('search-all'))
  expect(isFresh()).toEqual(text === 'reset' ? ['Reset'] : [])
  answer?.()
  await waitFor(() => expect(isFresh().slice(0, 2)).toEqual(first))
})
