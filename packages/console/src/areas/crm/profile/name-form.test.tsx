import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { NameForm } from './name-form.tsx'

const profile = { firstname: 'Rita', lastname: null, email: null, emailpending: null } as never

beforeEach(() => applyPageConfig({ authorize: false, debug: false }))
afterEach(() => vi.unstubAllGlobals())

it('saves the name without an error if the user cannot be loaded again', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    requests.push(address)
    if (address.endsWith('/whoami')) return Promise.reject(new TypeError('no connection'))
    return Promise.resolve(Response.json({ firstname: 'Rosa', lastname: null, email: null }))
  })
  await show(<NameForm profile={profile} />, { texts: ['profile'] })
  fireEvent.change(screen.getByLabelText(/^First name/), { target: { value: 'Rosa' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(requests.some((address) => address.endsWith('/whoami'))).toBe(true))
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true),
  )
  expect(screen.queryByRole('alert')).toBeNull()
})
