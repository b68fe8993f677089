import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ready } from '../../../test/render.tsx'
import { createQueryClient } from '../../lib/query.ts'
import { Waiting } from './waiting.tsx'

/** A page whose next page and whose change wait for a server that does not answer. */
let answer: () => void = () => {}
const silence = () => new Promise<null>((resolve) => (answer = () => resolve(null)))

function First() {
  const change = useMutation({ mutationFn: silence })
  return <button onClick={() => change.mutate()}>Change</button>
}

const open = () => {
  const frame = (
    <>
      <Waiting />
      <Outlet />
    </>
  )
  const router = createMemoryRouter([
    {
      element: frame,
      children: [
        { index: true, Component: First },
        { path: 'cards', loader: silence, element: <h1>Cards</h1> },
      ],
    },
  ])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

beforeEach(async () => {
  await ready()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

// Proves S9.8
it('shows that a page is still loading, and for how long, until it has loaded', async () => {
  const router = open()
  expect(screen.queryByRole('status')).toBeNull()
  act(() => void router.navigate('/cards'))
  await pass(1_000)
  expect(screen.getByRole('status').textContent).toBe('Loading…')
  await pass(5_000)
  expect(screen.getByRole('status').textContent).toBe('Still loading, 6\u00a0s')
  answer()
  await pass(0)
  expect(screen.getByRole('heading', { name: 'Cards' })).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

it('shows that a change is still waiting for its response', async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  await pass(6_000)
  expect(screen.getByRole('status').textContent).toBe('Still waiting for an answer, 6\u00a0s')
  answer()
  await pass(0)
  expect(screen.queryByRole('status')).toBeNull()
})
