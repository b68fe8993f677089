import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { EscalationCard } from './escalation-card.tsx'

afterEach(() => vi.unstubAllGlobals())

const critical = {
  severity: 'critical',
  minutes: 10,
  user: '1',
  group: null,
  targetname: 'Zoe',
  off: false,
  inherited: null,
}

it('finds users and groups beyond those offered on the server', async () => {
  applyPageConfig({ authorize: false, debug: false })
  let stored: unknown
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    const { text } = JSON.parse(body) as { text?: string }
    if (address.endsWith('/set')) stored = JSON.parse(body)
    const found =
      text === 'wal' ? { users: [{ id: '9', name: 'Walter' }], groups: [] } : { users: [], groups: [] }
    return Promise.resolve(Response.json(address.endsWith('/targets') ? found : [critical]))
  })
  await show(<EscalationCard site={null} />, { texts: ['incidents'] })
  const field = await screen.findByRole('combobox', { name: /^User or group/ })
  expect(screen.getByDisplayValue('Zoe')).toBe(field)
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'wal' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Walter', hidden: true }))
  await waitFor(() =>
    expect(stored).toMatchObject({ severity: 'critical', minutes: 10, user: '9', group: null }),
  )
})
