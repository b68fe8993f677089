import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense, use, useLayoutEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { useQueryInTransition } from './use-query-in-transition.ts'

const client = new QueryClient()
/** A promise that the test resolves. */
class Deferred {
  resolve!: (text: string) => void
  readonly promise = new Promise<string>((resolve) => {
    this.resolve = resolve
  })
}

const part = new Deferred()
beforeEach(() => client.clear())

const show = (content: ReactNode) =>
  render(<QueryClientProvider client={client}>{content}</QueryClientProvider>)

const rendered: string[] = []

function Part({ of }: { of: string }) {
  rendered.push(of)
  return of === 'nothing' ? of : `${of} and ${use(part.promise)}`
}

function Screen({ response }: { response: Promise<string> }) {
  const { data } = useQueryInTransition({ queryKey: ['a'], queryFn: () => response })
  return (
    <Suspense fallback="loading">
      <p>
        <Part of={data ?? 'nothing'} />
      </p>
    </Suspense>
  )
}

it('renders a response in the background, so what is shown stays until then', async () => {
  const response = new Deferred()
  show(<Screen response={response.promise} />)
  response.resolve('rows')
  await waitFor(() => expect(rendered).toContain('rows'))
  expect(screen.getByText('nothing')).toBeTruthy()
  expect(screen.queryByText('loading')).toBeNull()
  await act(async () => part.resolve('their part'))
  expect(await screen.findByText('rows and their part')).toBeTruthy()
})

function Shown() {
  return <p>{useQueryInTransition({ queryKey: ['b'], queryFn: () => 'fetched', staleTime: 1e9 }).data}</p>
}

function Writer() {
  useLayoutEffect(() => void client.setQueryData(['b'], 'written'), [])
  return null
}

it('shows data that changed between the render and its subscription', async () => {
  client.setQueryData(['b'], 'old')
  show(
    <>
      <Shown />
      <Writer />
    </>,
  )
  expect(await screen.findByText('written')).toBeTruthy()
})

it('follows its key, and renders again only if what it uses has changed', async () => {
  let renders = 0
  function Counted({ id }: { id: string }) {
    renders++
    return <p>{useQueryInTransition({ queryKey: [id], queryFn: () => Promise.resolve('same') }).data}</p>
  }
  client.setQueryData(['c'], 'first')
  client.setQueryData(['d'], 'same')
  const { rerender } = show(<Counted id="c" />)
  expect(screen.getByText('first')).toBeTruthy()
  rerender(
    <QueryClientProvider client={client}>
      <Counted id="d" />
    </QueryClientProvider>,
  )
  expect(screen.getByText('same')).toBeTruthy()
  await act(() => client.refetchQueries({ queryKey: ['d'] }))
  const before = renders
  await act(() => client.refetchQueries({ queryKey: ['d'] }))
  expect(renders).toBe(before)
})
