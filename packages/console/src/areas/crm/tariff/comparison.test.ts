import type { ComparisonAmounts, TariffComparison } from '@stationmaster/contract'
import { expect, it } from 'vitest'
import { addParts, changeOf } from './comparison.ts'

const amounts = (before: number, after: number): ComparisonAmounts => ({
  sessions: 1,
  energy: 1_000,
  before,
  after,
  less: after < before ? 1 : 0,
  more: after > before ? 1 : 0,
})

const part = (before: number, after: number, more: Partial<TariffComparison> = {}): TariffComparison => ({
  number: 2,
  hash: 'h',
  currency: 'EUR',
  digits: 2,
  datefrom: '2026-10-01T00:00:00.000Z',
  dateto: '2026-11-01T00:00:00.000Z',
  total: null,
  read: 1,
  next: null,
  others: 0,
  leftout: { not_priced: 0, needs_review: 0, no_client: 1, other_currency: 0 },
  sum: amounts(before, after),
  sites: [{ id: 'site', name: 'Depot', ...amounts(before, after) }],
  clients: [{ id: null, name: null, ...amounts(before, after) }],
  hours: [{ id: '9', name: null, ...amounts(before, after) }],
  changes: [0, 0, 0, 0, 0, 0, 1],
  sessions: [],
  ...more,
})

it('adds parts, and groups that several of them name', () => {
  const other = { id: 'other', name: 'Harbour', ...amounts(100, 400) }
  const added = addParts([part(100, 200, { total: 3 }), part(300, 200), part(0, 0, { sites: [other] })])
  expect(added).toMatchObject({
    total: 3,
    read: 3,
    leftout: { no_client: 3 },
    changes: [0, 0, 0, 0, 0, 0, 3],
  })
  expect(added.sum).toEqual({ sessions: 3, energy: 3_000, before: 400, after: 400, less: 1, more: 1 })
  expect(added.sites.map(({ name, sessions, before, after }) => [name, sessions, before, after])).toEqual([
    ['Harbour', 1, 100, 400],
    ['Depot', 2, 400, 400],
  ])
})

it('has no change in percent if nothing was charged before', () => {
  expect(changeOf({ before: 0, after: 100 })).toBeNull()
  expect(changeOf({ before: 200, after: 150 })).toBe(-25)
})
