import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import Tariffs from './tariff-list.tsx'

const tariff = {
  id: '01990000-0000-7000-8000-000000000001',
  classcode: 'tariff',
  typecode: 'regular',
  typename: 'Regular',
  code: 'T00001',
  identity: 'T00001',
  label: 'DC Germany',
  statecode: 'active',
  statename: 'Active',
  statetypecode: 'enabled',
  clientname: null,
  networkname: 'North',
  mode: 'ultra',
  currency: 'EUR',
  price: '0.6425',
  cost: '0.6425',
  service: 'energy,idle',
  linschedule: 'Mo-Fr 07:00-21:00',
  commission: 850,
  methods: {},
  lastupdate: '2026-03-01T10:00:00.000Z',
}

afterEach(() => vi.unstubAllGlobals())

it('shows tariffs with their price per unit, and links to their pages', async () => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      Response.json(path.endsWith('/count') ? { count: 1 } : path.endsWith('/tariff/list') ? [tariff] : []),
    ),
  )
  await show(<Tariffs />, { at: '/', texts: ['tariffs', 'errors'] })
  expect(await screen.findByText('€0.6425/kWh')).toBeTruthy()
  expect(screen.getByText('Energy, Idle time')).toBeTruthy()
  expect(screen.queryByText('8.5%')).toBeNull()
  expect(screen.getByRole('link', { name: /DC Germany/ }).getAttribute('href')).toContain(
    `/crm/tariff/${tariff.id}`,
  )
})
