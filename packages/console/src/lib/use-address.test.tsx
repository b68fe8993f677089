import { fireEvent, render } from '@testing-library/react'
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

it('keeps all changes made at the same time', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }])
  const { getByRole, findByText } = render(<RouterProvider router={router} />)
  fireEvent.click(getByRole('button'))
  changeLate()
  await findByText('typed chosen')
  expect(router.state.location.search).toBe('?state=chosen&q=typed')
})
