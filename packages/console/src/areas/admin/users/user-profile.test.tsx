import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import type { User } from './user-columns.tsx'
import { UserProfile } from './user-profile.tsx'

const user = {
  id: '01990000-0000-7000-8000-000000000001',
  version_no: 1,
  username: 'ada',
  firstname: 'Ada',
  localecode: 'en',
  client: null,
  clientname: null,
  lockeduntil: null,
  passwordchange: false,
  created: '2026-11-01T08:00:00Z',
  lastupdate: '2026-11-01T08:00:00Z',
} as unknown as User // Only the fields that the page reads.

let sent: { version_no?: number; firstname?: string | null }[]
beforeEach(() => {
  sent = []
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    if (!address.endsWith('/admin/user/set')) return Promise.resolve(Response.json([]))
    sent.push(JSON.parse(body) as { version_no: number })
    const error = { code: 'object.edited', message: 'Edited by someone else.' }
    return Promise.resolve(Response.json({ error }, { status: 409 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Stores a change of another user, as a hint would load it. */
let change: (values: Partial<User>) => void
function Profile() {
  const [stored, setStored] = useState(user)
  useEffect(() => {
    change = (values) => act(() => setStored((before) => ({ ...before, ...values })))
  }, [])
  return <UserProfile user={stored} />
}

const field = (name: string) => screen.getByRole('textbox', { name })

it('the profile of a user shows changes of others until something is typed, and does not overwrite them', async () => {
  await show(<Profile />, { texts: ['admin', 'errors'] })
  change({ version_no: 2, firstname: 'Augusta' })
  expect(field('First name')).toHaveProperty('value', 'Augusta')
  fireEvent.change(field('Phone'), { target: { value: '030 1' } })
  change({ version_no: 3, firstname: 'Ada Augusta' })
  expect(field('Phone')).toHaveProperty('value', '030 1')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toMatchObject([{ version_no: 2, firstname: 'Augusta' }]))
  await screen.findByText(/Edited by someone else/)
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(field('First name')).toHaveProperty('value', 'Ada Augusta')
  expect(field('Phone')).toHaveProperty('value', '')
})

it('the profile of a user shows a dash if the password need not be changed', async () => {
  await show(<Profile />, { texts: ['admin'] })
  expect(screen.getByText('Password change').nextElementSibling?.textContent).toBe('–')
})
