import type { AnswerOf, incidentGet } from '@stationmaster/contract'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import type { Namespace } from '../../../lib/texts.ts'
import { NextStep } from './next-step.tsx'

vi.mock('../../../lib/access.ts', () => ({ useMay: () => () => true }))

// Only the fields that the buttons read.
const station = {
  id: '01990000-0000-7000-8000-000000000002',
  identity: 'BER-HBF-03',
  statecode: 'enabled',
  unreachable: null,
  outofservicesince: null,
  connectors: [],
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(station)))
})
afterEach(() => vi.unstubAllGlobals())

const incident = {
  rule: 'faulted',
  recurrence: 1,
  stationid: station.id,
  opened: '2026-11-28T06:00:00Z',
  closed: null,
  details: {},
} as unknown as AnswerOf<typeof incidentGet>
const texts: Namespace[] = ['incidents', 'station', 'terms', 'errors']

it('restarts the station of a fault, or takes it out of service', async () => {
  await show(<NextStep incident={incident} />, { texts })
  expect(await screen.findByRole('button', { name: 'Take out of service…' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reset…' }))
  expect(await screen.findByRole('dialog', { name: 'Reset BER-HBF-03', hidden: true })).toBeTruthy()
})

it.each([
  ['closed', { closed: '2026-11-28T07:00:00Z' }],
  ['of another rule', { rule: 'meter_backwards' }],
])('offers neither if the incident is %s', async (_, change) => {
  await show(<NextStep incident={{ ...incident, ...change } as typeof incident} />, { texts })
  await screen.findByRole('link', { name: 'Open station' })
  expect(screen.queryByRole('button')).toBeNull()
})
