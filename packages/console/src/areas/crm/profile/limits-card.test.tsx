import type { AnswerOf, whoami } from '@stationmaster/contract'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { LimitsCard } from './limits-card.tsx'
import { levelOf } from './limits.ts'

type User = AnswerOf<typeof whoami>
const person = (code: string, admin = false) =>
  ({ userid: '01990000-0000-7000-8000-000000000009', admin, interface: { code, name: '' } }) as User

const quotas = {
  stations: { used: 900, limit: 1000 },
  cards: { used: 20, limit: 20 },
  users: { used: 3, limit: 10_000 },
  logmibperday: { used: 512, limit: 10_240 },
}
const fetchMock = vi.fn(() => Promise.resolve(Response.json({ quotas })))

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  fetchMock.mockClear()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => vi.unstubAllGlobals())

const rowOf = async (text: string) => within((await screen.findByText(text)).parentElement!)

it('shows how much of each limit is used, and warns near it in words', async () => {
  await show(<LimitsCard user={person('user')} />, { texts: ['profile'] })
  expect((await rowOf('900 of 1,000')).getByText('Almost reached')).toBeTruthy()
  expect((await rowOf('20 of 20')).getByText('Limit reached')).toBeTruthy()
  expect((await rowOf('3 of 10,000')).queryByText(/limit reached/i)).toBeNull()
  expect(screen.getByText('512 of 10,240 MiB')).toBeTruthy()
  expect(screen.getByText(/Ask an administrator to raise the limit/)).toBeTruthy()
})

it('links administrators to the page where the limits are changed', async () => {
  await show(<LimitsCard user={person('all', true)} />, { texts: ['profile'] })
  const link = screen.getByRole('link', { name: 'Change the limits' })
  expect(link.getAttribute('href')).toBe(`/admin/users/${person('all').userid}/limits`)
})

it('is not shown to drivers and requests nothing for them', async () => {
  await show(<LimitsCard user={person('driver')} />, { texts: ['profile'] })
  expect(screen.queryByText('Limits of your account')).toBeNull()
  expect(fetchMock).not.toHaveBeenCalled()
})

it.each([
  [0, 0, 'full'],
  [0, 10, 'room'],
  [8, 9, 'room'],
  [9, 10, 'near'],
  [10, 10, 'full'],
  [11, 10, 'full'],
])('%i of %i is %s', (used, limit, level) => {
  expect(levelOf(used, limit)).toBe(level)
})
