import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { SessionsCard } from './sessions-card.tsx'

let stored: object[]

const sessionOf = (n: number, current: boolean) => ({
  id: `s${n}`,
  agent: null,
  host: `10.0.0.${n}`,
  created: '2026-01-01T00:00:00.000Z',
  lastactivity: '2026-01-01T00:00:00.000Z',
  current,
})

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(stored)))
})
afterEach(() => vi.unstubAllGlobals())

it('shows the first of many sessions with the current one, and all of them on request', async () => {
  stored = Array.from({ length: 30 }, (_, at) => sessionOf(at + 1, at === 20))
  await show(<SessionsCard />, { texts: ['profile'] })
  await screen.findByText('10.0.0.1')
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.getByText('This session')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all 30' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(30)
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
})

it('shows a few sessions without a button', async () => {
  stored = [1, 2, 3, 4, 5].map((n) => sessionOf(n, n === 1))
  await show(<SessionsCard />, { texts: ['profile'] })
  await screen.findByText('10.0.0.5')
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
})
