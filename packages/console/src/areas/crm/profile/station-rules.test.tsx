import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { StationRules } from './station-rules.tsx'

const account = {
  id: '01990000-0000-7000-8000-000000000001',
  code: 'acc',
  name: 'Stadtwerke',
  currency_code: 'EUR',
  balance: '0.00',
  bootpolicy: 'accept',
  maxtransactions: 1,
  askonboot: false,
  autolocallists: false,
  heartbeat: 300,
  queueminutes: 10,
  reserveminutes: 15,
  link: 'wss://stations.example/ocpp/acc/',
  created: '2026-01-01T00:00:00.000Z',
  quotas: {
    stations: { used: 12, limit: 1000 },
    cards: { used: 0, limit: 100_000 },
    users: { used: 3, limit: 10_000 },
    logmibperday: { used: 0, limit: 10_240 },
  },
}
let stored: typeof account
const sent: unknown[] = []

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  stored = account
  sent.length = 0
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (path.endsWith('/account/own/set')) {
      const change = JSON.parse(request.body) as Partial<typeof account>
      sent.push(change)
      stored = { ...stored, ...change }
    }
    return Promise.resolve(Response.json(stored))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('sends only the rules that were changed', async () => {
  await show(<StationRules mayChange />, { texts: ['profile'] })
  const toggle = await screen.findByRole('switch', { name: /^Read the configuration after each boot/ })
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  expect(screen.getByText(/spread from 240 to 360 s/)).toBeTruthy()
  fireEvent.click(toggle)
  fireEvent.change(screen.getByLabelText('Max concurrent sessions of new cards'), { target: { value: '0' } })
  fireEvent.click(save)
  await waitFor(() => expect(sent).toEqual([{ askonboot: true, maxtransactions: 0 }]))
  await waitFor(() => {
    expect(save).toHaveProperty('disabled', true)
    expect(toggle).toHaveProperty('checked', true)
  })
})

it('shows the effect of a stricter policy on existing stations; discarding sends nothing', async () => {
  await show(<StationRules mayChange />, { texts: ['profile'] })
  fireEvent.click(await screen.findByRole('combobox', { name: 'A station that boots is' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Made to wait for approval' }))
  expect(screen.getByText(/have to wait from their next boot/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(screen.queryByText(/have to wait/)).toBeNull()
  expect(sent).toEqual([])
})

it('is read-only, with the reason, for users who may not change the rules', async () => {
  await show(<StationRules mayChange={false} />, { texts: ['profile'] })
  expect(await screen.findByText('Only an administrator can change these rules.')).toBeTruthy()
  expect(screen.getByText('Accepted')).toBeTruthy()
  expect(screen.getByText('When off, the configuration keys are not read after a boot.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
