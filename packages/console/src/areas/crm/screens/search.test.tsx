import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import Search from './search.tsx'

const sent = {
  id: '01990000-0000-7000-8000-000000000009',
  classcode: 'command',
  typename: 'OCPP command',
  label: 'Reset',
  description: 'CP-1',
  at: '2026-11-21T10:00:00.000Z',
  statename: 'Accepted',
  address: '/ocpp/command/CP-1/Reset',
}

beforeEach(() => {
  vi.stubGlobal('fetch', (_address: string, request: { body: string }) => {
    const { entities } = JSON.parse(request.body) as { entities?: string[] }
    return Promise.resolve(Response.json(entities ? [sent] : []))
  })
})
afterEach(() => {
  applyPageConfig(null)
  vi.unstubAllGlobals()
})

const hrefs = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

// Proves S2.23
it('finds commands to send and commands that were sent', async () => {
  applyPageConfig({ authorize: false })
  await show(<Search />, { texts: ['ocpp'], at: '/crm/search?q=rest' })
  await screen.findByText('Sent commands')
  expect(hrefs()).toContain('/ocpp/command/-/Reset')
  expect(hrefs()).toContain('/ocpp/command/CP-1/Reset')
})

it('lists objects before commands that the text does not name', async () => {
  applyPageConfig({ authorize: false })
  const found = { ...sent, classcode: 'charge_point', label: 'DEMO-1', address: '/crm/station/DEMO-1' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([found])))
  await show(<Search />, { texts: ['ocpp'], at: '/crm/search?q=demo' })
  await screen.findByText('RemoteStartTransaction')
  expect(hrefs()[0]).toBe('/crm/station/DEMO-1')
})

it('finds no commands while the OCPP tools are closed', async () => {
  applyPageConfig({ authorize: false, ocpp: false })
  await show(<Search />, { texts: ['ocpp'], at: '/crm/search?q=reset' })
  await screen.findByText('Nothing found')
  expect(hrefs()).toEqual([])
})
