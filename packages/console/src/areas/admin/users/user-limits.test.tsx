import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import type { User } from './user-columns.tsx'
import { UserLimits } from './user-limits.tsx'

const accountid = '01990000-0000-7000-8000-000000000001'
const user = { accountid } as User
const account = {
  accountid,
  code: 'acc',
  name: 'Stadtwerke',
  maxstations: 50 as number | null,
  maxcards: null as number | null,
  maxusers: null as number | null,
  maxlogmibperday: null as number | null,
  defaults: { stations: 1000, cards: 100_000, users: 10_000, logmibperday: 10_240 },
  quotas: {
    stations: { used: 12, limit: 50 },
    cards: { used: 7, limit: 100_000 },
    users: { used: 3, limit: 10_000 },
    logmibperday: { used: 512, limit: 10_240 },
  },
}
let stored: typeof account
let refusal: object | null
const sent: unknown[] = []

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  stored = account
  refusal = null
  sent.length = 0
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (!path.endsWith('/account/quota/set')) return Promise.resolve(Response.json(stored))
    const change = JSON.parse(request.body) as Partial<typeof account>
    sent.push(change)
    if (refusal) return Promise.resolve(Response.json({ error: refusal }, { status: 400 }))
    stored = { ...stored, ...change }
    return Promise.resolve(Response.json(stored))
  })
})
afterEach(() => vi.unstubAllGlobals())

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

it('sends the limits that were changed; an emptied one returns to the default', async () => {
  await show(<UserLimits user={user} />, { texts: ['admin'] })
  const stations = await field('Stations')
  expect(screen.getByRole('heading', { name: 'Account acc: limits' })).toBeTruthy()
  expect(stations.value).toBe('50')
  const cards = await field('Cards')
  expect([cards.value, cards.placeholder]).toEqual(['', '100,000'])
  expect(screen.getByText('12 in use')).toBeTruthy()
  expect(screen.getByText('512 today (UTC), all stations together')).toBeTruthy()
  fireEvent.change(stations, { target: { value: '' } })
  fireEvent.change(cards, { target: { value: '200' } })
  save()
  await waitFor(() => expect(sent).toEqual([{ accountid, maxstations: null, maxcards: 200 }]))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true))
  expect(cards.value).toBe('200')
  expect([stations.value, stations.placeholder]).toEqual(['', '1,000'])
})

it('does not send a value above the highest limit, and reports it at the field', async () => {
  await show(<UserLimits user={user} />, { texts: ['admin'] })
  const users = await field('Users')
  fireEvent.change(users, { target: { value: '100000001' } })
  save()
  expect(await screen.findByText('A whole number from 0 to 100,000,000, or empty')).toBeTruthy()
  expect(users.getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

it('shows a refusal at the field that it names', async () => {
  refusal = { code: 'invalid', message: 'Too many stations', field: 'maxstations' }
  await show(<UserLimits user={user} />, { texts: ['admin'] })
  fireEvent.change(await field('Stations'), { target: { value: '7' } })
  save()
  await waitFor(async () => expect((await field('Stations')).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('Too many stations').length).toBeGreaterThan(0)
})
