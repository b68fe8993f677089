import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { LiveCharts } from './live-charts.tsx'
import { type StationSection, stationSections } from './station-sections.ts'

const running = {
  id: 't',
  transactionid: 7,
  connectorid: 1,
  statecode: 'running',
  datestart: '2026-01-01T00:00:00.000Z',
  power: 11_000,
  energy: 2_000,
  soc: null,
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(new URL(address, location.href).pathname.endsWith('/list') ? [running] : {}),
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

const folded: readonly StationSection[] = stationSections.filter(
  (section) => section !== 'connectors' && section !== 'details',
)

it.each(folded)('the chart of a running session is folded in the section %s', async (section) => {
  await show(<LiveCharts station="s" section={section} />, { texts: ['station', 'chart'] })
  expect((await screen.findByRole('button', { name: /chart/i })).getAttribute('aria-expanded')).toBe('false')
})
