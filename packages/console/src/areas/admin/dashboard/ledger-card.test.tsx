import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { LedgerCard } from './ledger-card.tsx'

afterEach(() => vi.unstubAllGlobals())

const check = {
  checked: '2026-03-01T03:23:00.000Z',
  accounts: 12,
  journals: 3400,
  transfers: 4200,
  mismatches: 0,
  details: [],
}

async function showCheck(answer: object | null): Promise<void> {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
  await show(<LedgerCard />, { texts: ['dashboard'] })
}

it('says that the ledger was not verified yet', async () => {
  await showCheck(null)
  expect(await screen.findByText(/Not verified yet/)).toBeTruthy()
})

it('says that all amounts agree, and how many were compared', async () => {
  await showCheck(check)
  expect(await screen.findByText('All amounts agree')).toBeTruthy()
  expect(screen.getByText('12 accounts, 4,200 transfers')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('lists the first differences', async () => {
  const details = [{ account: 'Magrathea', what: 'journal', id: '01990000-0000-7000-8000-000000000001' }]
  await showCheck({ ...check, mismatches: 3, details })
  expect(await screen.findByText('3 differences')).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'Magrathea' })).toBeTruthy()
  expect(screen.getByText('Total of a journal')).toBeTruthy()
})
