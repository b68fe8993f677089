import type { ComparisonAmounts, TariffComparison } from '@stationmaster/contract'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import ComparePage from './compare-page.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const sum: ComparisonAmounts = { sessions: 2, energy: 11_000, before: 662, after: 660, less: 1, more: 1 }
const part: TariffComparison = {
  number: 2,
  hash: 'h',
  currency: 'EUR',
  digits: 2,
  datefrom: '2026-10-01T00:00:00.000Z',
  dateto: '2026-11-01T00:00:00.000Z',
  total: 4,
  read: 2,
  next: '1 01990000-0000-7000-8000-000000000002',
  others: 0,
  leftout: { not_priced: 0, needs_review: 0, no_client: 1, other_currency: 0 },
  sum,
  sites: [{ id: null, name: null, ...sum }],
  clients: [{ id, name: 'Fleet', ...sum }],
  hours: [{ id: '9', name: null, ...sum }],
  changes: [1, 0, 0, 0, 0, 0, 1],
  sessions: [
    {
      id,
      transactionid: 17,
      identity: 'CP-1',
      clientname: 'Fleet',
      datestart: '2026-10-05T09:00:00.000Z',
      energy: 10_000,
      before: 520,
      after: 600,
    },
  ],
}
const empty: ComparisonAmounts = { sessions: 0, energy: 0, before: 0, after: 0, less: 0, more: 0 }

afterEach(() => vi.unstubAllGlobals())

/** Shows the page with a tariff, and these parts of the comparison one after the other. */
async function open(tariff: object, parts: readonly TariffComparison[]) {
  applyPageConfig({ authorize: false, debug: false })
  let next = 0
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (!path.endsWith('/tariff/compare')) return Response.json({ id, label: 'DC Germany', ...tariff })
    bodies.push(JSON.parse(body))
    return Response.json(parts[next++])
  })
  await show(<ComparePage id={id} />, {
    at: '/?month=2026-10',
    texts: ['tariffs', 'tariff-comparison', 'errors'],
  })
  return bodies
}

it('adds the parts of a comparison, and links to the sessions with the largest differences', async () => {
  const bodies = await open({ draftnumber: 2 }, [part, { ...part, total: null, next: null, sessions: [] }])
  expect(await screen.findByText('4 sessions')).toBeTruthy()
  expect(bodies).toMatchObject([{ month: '2026-10' }, { month: '2026-10', after: part.next }])
  expect(screen.getByText('2 left out, no client pays them')).toBeTruthy()
  expect(screen.getAllByText('€13.24').length).toBeGreaterThan(0)
  expect(screen.getAllByText('−€0.04').length).toBeGreaterThan(0)
  const affected = screen.getByRole('region', { name: 'Largest differences' })
  expect(within(affected).getByRole('link', { name: '17' }).getAttribute('href')).toBe('/crm/transaction/17')
  expect(within(affected).getByText('+€0.80')).toBeTruthy()
})

it('states that no session would have had the prices of the draft', async () => {
  await open({ draftnumber: 2 }, [{ ...part, next: null, sum: empty, sites: [], clients: [], hours: [] }])
  expect(await screen.findByText('No sessions to compare in this month')).toBeTruthy()
})

it('requests nothing for a tariff without a draft', async () => {
  const bodies = await open({ draftnumber: null }, [])
  expect(await screen.findByText('This tariff has no draft')).toBeTruthy()
  expect(bodies).toEqual([])
})
