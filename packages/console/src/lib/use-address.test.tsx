import { act, fireEvent, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { text, useAddress } from './address.ts'

const where = { q: text(), state: text() }
let changeLate: () => void

function Screen() {
  const [at, go] = useAddress(where)
  // Simulates a field that reports its text after a pause: it uses the callback of an older render.
  changeLate ??= () => go({ q: 'typed' })
  return (
    <button type="button" onClick={() => go({ state: 'chosen' })}>
      {`${at.q} ${at.state}`}
    </button>
  )
}

// Proves F21
it('keeps all changes made at the same time', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }])
  const { getByRole, findByText } = render(<RouterProvider router={router} />)
  fireEvent.click(getByRole('button'))
  changeLate()
  await findByText('typed chosen')
  expect(router.state.location.search).toBe('?state=chosen&q=typed')
})

function Field() {
  const [at, go] = useAddress(where)
  return <input aria-label="q" value={at.q} onChange={(event) => go({ q: event.currentTarget.value })} />
}

/** Types as a browser does: `fireEvent` would also render pending navigations. */
function type(field: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

it('keeps the text of a field while the router has not rendered the new address', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Field /> }], { initialEntries: ['/?q=users'] })
  const { getByRole } = render(<RouterProvider router={router} />)
  const field = getByRole('textbox') as HTMLInputElement // an input
  type(field, 'cards')
  expect(field.value).toBe('cards')
  type(field, 'card')
  expect(field.value).toBe('card')
  await waitFor(() => expect(router.state.location.search).toBe('?q=card'))
  expect(field.value).toBe('card')
  await act(() => router.navigate('/?q=cards'))
  expect(field.value).toBe('cards')
})

it('follows a navigation to an address that was left before it was rendered', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Field /> }], { initialEntries: ['/?q=users'] })
  const { getByRole } = render(<RouterProvider router={router} />)
  const field = getByRole('textbox') as HTMLInputElement // an input
  type(field, 'cards')
  type(field, 'card')
  await act(() => router.navigate('/?q=cards'))
  expect(field.value).toBe('cards')
})

it('does not return to a page that is being left when one of its fields changes late', async () => {
  const held: (() => void)[] = []
  const loader = () => new Promise<null>((resolve) => held.push(() => resolve(null)))
  const router = createMemoryRouter([
    { path: '/', element: <Field /> },
    { path: '/other', loader, element: <p>other page</p> },
  ])
  const { getByRole, findByText } = render(<RouterProvider router={router} />)
  const field = getByRole('textbox') as HTMLInputElement // an input
  let arrived: Promise<void> | undefined
  await act(async () => {
    arrived = router.navigate('/other')
  })
  type(field, 'cards')
  await act(async () => held.forEach((release) => release()))
  await arrived
  await findByText('other page')
  expect(router.state.location.pathname).toBe('/other')
})
