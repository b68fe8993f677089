import type { AnswerOf, ratingGet, sessionCost } from '@stationmaster/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { SessionCost } from './session-cost.tsx'

const part = (from: string, to: string, quantity: number, [price, exact]: [string, string]) => ({
  from: `2026-10-12T${from}:00.000Z`,
  to: `2026-10-12T${to}:00.000Z`,
  quantity,
  element: 0,
  price,
  exact,
  reason: 'price' as const,
})
const energy = {
  servicecode: 'ENERGY' as const,
  volume: 26_788,
  unit: 'Wh' as const,
  price: null,
  amount: '10.76',
  taxrate: 1900,
  parts: [
    part('18:34', '19:00', 18_625, ['0.42', '7.82250']),
    part('19:00', '19:19', 8_163, ['0.36', '2.93868']),
  ],
}
const cost: AnswerOf<typeof sessionCost> = {
  id: 's',
  pricestate: 'rated',
  holdreason: null,
  cost: '10.76',
  net: '9.04',
  tax: '1.72',
  currency: 'EUR',
  taxincluded: true,
  sofar: false,
  date: '2026-10-12T19:20:00.000Z',
  tariffversion: 'v',
  tariffname: 'Business DC',
  rating: 'r',
  revision: 1,
  idlefee: null,
  flags: [],
  lines: [energy],
  proposal: null,
  error: null,
}
const rating: AnswerOf<typeof ratingGet> = {
  id: 'r',
  session: 's',
  revision: 1,
  created: '2026-10-12T19:20:00.000Z',
  engine: 1,
  hash: '9f2c41'.padEnd(60, '0') + 'b71e',
  currency: 'EUR',
  net: '9.04',
  tax: '1.72',
  gross: '10.76',
  taxincluded: true,
  flags: [],
  holdreason: null,
  tariffversion: 'v',
  tariffname: 'Business DC',
  utcoffset: 120,
  timestrusted: true,
  readings: [
    { date: '2026-10-12T18:34:06.000Z', wh: 91_204_318, kind: 'start' },
    { date: '2026-10-12T19:19:40.000Z', wh: 91_231_106, kind: 'stop' },
  ],
  lines: [energy],
}

let shown: object
beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  shown = cost
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('/cost')) return Promise.resolve(Response.json(shown))
    if (path.endsWith('/rating/get')) return Promise.resolve(Response.json(rating))
    const { hash, engine } = rating
    const again = {
      equal: true,
      intact: true,
      engine,
      hash,
      stored: '10.76',
      computed: '10.76',
      currency: 'EUR',
    }
    return Promise.resolve(Response.json({ ...again, date: '2026-10-12T19:20:00.000Z' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const render = () => show(<SessionCost id="s" number={1_843_884_932} />, { texts: ['charges'] })

it('shows the charges with quantity and price, the total and its tax', async () => {
  await render()
  expect(await screen.findByText('26.788 kWh × several prices')).toBeDefined()
  expect(screen.getByText('includes €1.72 VAT')).toBeDefined()
  expect(screen.getAllByText('€10.76')).toHaveLength(2)
})

it('says that included time is free, without a quantity', async () => {
  const idle = {
    ...energy,
    servicecode: 'PARKING_TIME' as const,
    unit: 's' as const,
    volume: 0,
    amount: '0.00',
  }
  shown = { ...cost, lines: [energy, { ...idle, price: null }] }
  await render()
  expect(await screen.findByText('free of charge')).toBeDefined()
  expect(screen.queryByText(/^0/)).toBeNull()
})

it('explains the amount, and proves it by computing it again', async () => {
  await render()
  fireEvent.click(await screen.findByRole('button', { name: 'How it is calculated' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Why €10.76' }))
  // the clock at the station
  expect(await drawer.findByText('20:34:06')).toBeDefined()
  expect(drawer.getByText('91,204.318')).toBeDefined()
  expect(drawer.getByText('20:34 – 21:00')).toBeDefined()
  expect(drawer.getByText('× €0.42/kWh')).toBeDefined()
  expect(drawer.getByText('10.76118')).toBeDefined()
  expect(drawer.getByText('Business DC, at session start')).toBeDefined()
  fireEvent.click(drawer.getByRole('button', { name: 'Recompute' }))
  expect(await drawer.findByText('Recomputed: equal')).toBeDefined()
})

it('says why a session is not charged', async () => {
  shown = { ...cost, pricestate: 'held', holdreason: 'no_client' }
  await render()
  expect(await screen.findByText('Not charged: the card has no client.')).toBeDefined()
})

it('asks for a decision about a new price of an invoiced session', async () => {
  const proposal = { rating: 'n', charge: 'c', cost: '8.00', created: '2026-10-13T08:00:00.000Z' }
  shown = { ...cost, proposal }
  await render()
  expect(await screen.findByText(/the new price is €8.00/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDefined()
})

it('shows nothing for a session that was never priced', async () => {
  shown = { ...cost, pricestate: null }
  const { container } = await render()
  await vi.waitFor(() => expect(container.querySelector('section')).toBeNull())
})
