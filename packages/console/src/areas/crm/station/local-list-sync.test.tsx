import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { LocalListSync } from './local-list-sync.tsx'

const at = '2026-01-01T00:00:00.000Z'
const sync = {
  automatic: 'on' as const,
  state: 'failed' as const,
  entries: 40,
  omitted: 2,
  versionsent: 8,
  sent: at,
  versionconfirmed: 7,
  confirmed: at,
  outdatedsince: at,
  attempted: at,
  nextattempt: at,
  error: { code: 'local_list.rejected', params: { status: 'Failed' } },
}
const list = {
  stationid: 's',
  identity: 'CS-1',
  version: 7,
  updated: at,
  maxlength: 20,
  sync,
  entries: [],
  missing: [],
  missingcount: 0,
}
const texts = ['local-lists', 'errors'] as const
afterEach(() => vi.unstubAllGlobals())

it('shows versions, entries, and the reason of a failure with its next step; sends again on request', async () => {
  applyPageConfig({ authorize: false, debug: false })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Promise.resolve(Response.json(list))
  })
  await show(<LocalListSync list={list} />, { texts: [...texts] })
  await screen.findByText(/The station rejected the list \(Failed\)/)
  for (const words of ['Failed', '40']) expect(screen.getByText(words)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }))
  await vi.waitFor(() => expect(sent).toContainEqual({ id: 's' }))
})

it('shows only the setting while the list is not generated', async () => {
  await show(<LocalListSync list={{ ...list, sync: { ...sync, automatic: 'account', state: null } }} />, {
    texts: [...texts],
  })
  await screen.findByDisplayValue('As set for the account')
  expect(screen.queryByText('Version sent')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
})
