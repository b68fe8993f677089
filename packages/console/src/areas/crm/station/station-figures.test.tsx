import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { StationFigures } from './station-figures.tsx'

const startedAt = (minutesAgo: number, transactionid: number) => ({
  id: `t${transactionid}`,
  transactionid,
  connectorid: transactionid,
  datestart: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
})

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  const running = [startedAt(2, 2), startedAt(61, 1)]
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json(path.endsWith('/transaction/list') ? running : [])),
  )
})
afterEach(() => vi.unstubAllGlobals())

it('counts the running sessions, and shows how long the longest has been running', async () => {
  // Only the fields that the figures read.
  const station = { id: 's', connectors: [], connected: true, power: 0, energytoday: 0 } as unknown as Station
  await show(<StationFigures station={station} />, { texts: ['station', 'transactions'] })
  const note = await screen.findByText('1 h 1 min')
  const figure = screen.getByText('Running sessions').parentElement!
  expect(figure.contains(note)).toBe(true)
  expect(figure.querySelector('dd')?.textContent).toBe('2longest 1\u00a0h\u00a01\u00a0min')
})
