import type { TariffDefinition, TariffFinding } from '@stationmaster/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { canActivate, Findings } from './findings.tsx'
import { PriceTable } from './price-table.tsx'
import { PriceWords } from './price-words.tsx'
import { priceRequest, sampleSessions, startOf } from './sample-session.ts'
import { WeekChart } from './week-chart.tsx'

const definition: TariffDefinition = {
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: [
    {
      price_components: [{ type: 'ENERGY', price: '0.64' }],
      restrictions: {
        start_time: '07:00',
        end_time: '21:00',
        day_of_week: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
      },
    },
    { price_components: [{ type: 'ENERGY', price: '0.49' }] },
    {
      price_components: [{ type: 'PARKING_TIME', price: '6.00' }],
      restrictions: { start_time: '07:00', end_time: '22:00', max_power: '50' },
    },
  ],
  idle: { grace_seconds: 900, max: '12', until: 'stop' },
  free_below_wh: 500,
}
const texts: { texts: ['tariffs', 'errors'] } = { texts: ['tariffs', 'errors'] }

it('prices are stated in words, in the order of AFIR', async () => {
  const { container } = await show(<PriceWords definition={definition} />, texts)
  expect(container.querySelector('p')!.textContent!.replaceAll('\u00a0', ' ').trim()).toBe(
    '€0.64 per kWh, Mon–Fri, 07:00–21:00. €0.49 per kWh, in all other cases. ' +
      'After charging €0.10 per minute, 07:00–22:00, below 50 kW. 15 min after charging are free. ' +
      'Idle time costs at most €12.00. Sessions with less than 0.5 kWh are free. Prices include 19% tax.',
  )
})

it('price lines have their conditions', async () => {
  await show(<PriceTable definition={definition} />, texts)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent!.replaceAll('\u00a0', ' '))).toEqual([
    '1Energy€0.64/kWhMon–Fri, 07:00–21:00',
    '2Energy€0.49/kWhIn all other cases',
    '3Idle time€0.10/min07:00–22:00, below 50 kW',
  ])
})

it('the week has a table with the same prices, which replaces the chart', async () => {
  await show(<WeekChart definition={definition} />, texts)
  fireEvent.click(screen.getByRole('button', { name: 'Show table' }))
  const table = screen.getByRole('table', { name: 'Week' })
  const monday = within(table)
    .getAllByRole('row')
    .filter((row) => row.textContent!.startsWith('Monday'))
  expect(monday[0]!.textContent).toBe('Monday00:00–07:00€0.49–')
  expect(monday[1]!.textContent).toContain('07:00–21:00€0.64')
  expect(screen.getByRole('button', { name: 'Show chart' })).toBeTruthy()
})

it('findings name stations and clients, and an error prevents activation', async () => {
  const finding: TariffFinding = {
    level: 'error',
    code: 'tariff.afir_time',
    message: 'not shown',
    field: 'definition.elements[0].price_components[0].type',
    params: { count: 3, station: 'CP-1' },
    connectors: { count: 3, first: [{ station: 's1', identity: 'CP-1', connectorid: 2, power: 150_000 }] },
    clients: { count: 1, first: [{ id: 'c1', code: 'C1', name: 'Fleet Nord' }] },
  }
  await show(<Findings findings={[finding]} />, texts)
  expect(screen.getByText(/AFIR Article 5\(4\).*connectors: 3, first at station CP-1/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'CP-1·2' }).getAttribute('href')).toContain('/crm/station/s1')
  expect(screen.getByRole('link', { name: 'Fleet Nord' })).toBeTruthy()
  expect(canActivate([finding])).toBe(false)
  expect(canActivate([{ ...finding, level: 'warning' }])).toBe(true)
})

describe('the sample sessions', () => {
  it.each([22, 23, 24, 25, 26, 27, 28])('start on the next Tuesday, from %d November 2026', (day) => {
    const now = new Date(2026, 10, day, 15)
    for (const sample of sampleSessions) {
      const start = startOf(sample, now)
      expect(start.getDay()).toBe(2)
      expect(start.getTime()).toBeGreaterThan(now.getTime())
      expect(start.getTime() - now.getTime()).toBeLessThan(8 * 86_400_000)
    }
  })

  it('stop after the idle time', () => {
    const { session } = priceRequest(sampleSessions[2]!, definition, { start: new Date(0), zone: 'UTC' })
    expect(session).toMatchObject({ stoppedAt: 124 * 60_000, meterStopWh: 38_000 })
  })
})
