import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router'
import { expect, it } from 'vitest'
import '../../../test/render.tsx'
import { useArrival } from './place.ts'

function Shell() {
  useArrival(false)
  const { param1 = '' } = useParams()
  return (
    <main>
      <h1 tabIndex={-1}>{param1}</h1>
      <input aria-label="Stations" />
    </main>
  )
}

const handle = { screen: { path: '/ocpp/command' }, table: {} }

async function openPage() {
  const router = createMemoryRouter([{ path: '/ocpp/command/:param1?/:param2?', handle, Component: Shell }], {
    initialEntries: ['/ocpp/command'],
  })
  render(<RouterProvider router={router} />)
  const field = screen.getByLabelText('Stations')
  field.focus()
  const go = (to: string, replace: boolean) => act(() => router.navigate(to, { replace }))
  return { field, go }
}

const frame = () => act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))))

it('moves the focus to the heading of another object', async () => {
  const { go } = await openPage()
  await go('/ocpp/command/CS-1', false)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

it('keeps the focus in a field whose choice replaces the address of the same screen', async () => {
  const { field, go } = await openPage()
  await go('/ocpp/command/CS-1', true)
  await screen.findByRole('heading', { name: 'CS-1' })
  await frame()
  await frame()
  expect(document.activeElement).toBe(field)
  // The next object that is opened counts as an arrival again.
  await go('/ocpp/command/CS-2', false)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})
