import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import Accounts from './account.tsx'

const account = {
  id: '01990000-0000-7000-8000-000000000001',
  classcode: 'account',
  typecode: 'passive',
  typename: 'Passive',
  code: 'C00001-EUR',
  statecode: 'enabled',
  statename: 'Enabled',
  client: '01990000-0000-7000-8000-000000000002',
  clientcode: 'C00001',
  clientname: 'Trillian',
  currency: 'EUR',
  balance: '-1204.60',
  held: '30.00',
  creditlimit: '0.00',
  created: '2026-03-01T10:00:00.000Z',
}

afterEach(() => vi.unstubAllGlobals())

it('shows accounts with their balance in the currency, and links to the client', async () => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json(path.endsWith('/count') ? { count: 1 } : [account])),
  )
  await show(<Accounts />, { at: '/', texts: ['accounts'] })
  expect(await screen.findByText('-€1,204.60')).toBeTruthy()
  expect(screen.getByText('€30.00')).toBeTruthy()
  expect(screen.getAllByText('Prepaid').length).toBeGreaterThan(0)
  const link = screen.getByRole('link', { name: /Trillian/ })
  expect(link.getAttribute('href')).toContain(`/crm/client/${account.client}`)
})
