import {
  maxPricedDays,
  maxPricedSamples,
  maxPricedStates,
  maxTariffElements,
  tariffPrice,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let olga: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  olga = await server.user('olga')
})
afterAll(() => server.close())

const energy = { type: 'ENERGY', price: '0.30' } as const
const tariff = {
  currency: 'EUR',
  tax_included: 'YES' as const,
  vat: 1900,
  elements: [
    { price_components: [energy], restrictions: { end_time: '17:00' } },
    { price_components: [{ ...energy, price: '0.50' }] },
  ],
}
const session = {
  startedAt: '2026-01-05T15:00:00Z',
  stoppedAt: '2026-01-05T18:00:00+01:00',
  meterStartWh: 0,
  meterStopWh: 10_000,
  samples: [['2026-01-05T16:00:00Z', 4_000] as [string, number]],
  states: [],
}
const body = { zone: 'Europe/Berlin', tariff, session }

// Proves A14
test('prices a session in the time zone of its station, with the parts that explain it', async () => {
  // 4 kWh × 0.30 until 17:00, 6 × 0.50 after; 4.20 × 19 / 119 = 0.6706
  expect(await server.request(tariffPrice, body, olga)).toEqual({
    total: 420,
    charges: { energy: 420 },
    quantities: { energy: 10_000 },
    flags: [],
    hold: false,
    net: 353,
    vat: 67,
    gross: 420,
    lines: [
      {
        service: 'energy',
        quantity: 10_000,
        amount: 420,
        before_limit: 420,
        vat: 1900,
        parts: [
          {
            from: '2026-01-05T15:00:00.000Z',
            to: '2026-01-05T16:00:00.000Z',
            quantity: 4_000,
            element: 0,
            exact: '1.2',
            reason: 'price',
          },
          {
            from: '2026-01-05T16:00:00.000Z',
            to: '2026-01-05T17:00:00.000Z',
            quantity: 6_000,
            element: 1,
            exact: '3',
            reason: 'price',
          },
        ],
        more_parts: 0,
      },
    ],
    engine: 1,
    warnings: [],
  })
})

test('prices a running session, a reservation, and instants as milliseconds', async () => {
  const running = { ...session, startedAt: Date.parse(session.startedAt), stoppedAt: null, meterStopWh: null }
  const half = await server.request(
    tariffPrice,
    { ...body, session: running, now: '2026-01-05T16:00:00Z' },
    olga,
  )
  expect(half.charges).toEqual({ energy: 120 })
  const reserved = {
    ...tariff,
    elements: [
      {
        price_components: [{ type: 'TIME' as const, price: '5' }],
        restrictions: { reservation: 'RESERVATION' as const },
      },
    ],
  }
  const reservation = { from: '2026-01-05T10:00:00Z', to: '2026-01-05T10:30:00Z', end: 'cancelled' as const }
  const { charges, quantities } = await server.request(
    tariffPrice,
    { zone: 'UTC', tariff: reserved, reservation },
    olga,
  )
  expect([charges, quantities]).toEqual([{ reservation: 250 }, { reservation: 1_800 }])
})

test('names warnings', async () => {
  const night = { ...tariff, elements: [tariff.elements[0]!] }
  const { warnings } = await server.request(tariffPrice, { ...body, tariff: night }, olga)
  expect(warnings).toEqual([
    { field: 'tariff.elements[0].price_components[0]', code: 'tariff_price.gap_is_free' },
  ])
})

describe('refuses and names the field of', () => {
  const elementOf = (restrictions: object, component: object = energy) => ({
    ...tariff,
    elements: [{ price_components: [component], restrictions }],
  })
  test.each<[string, object, string]>([
    ['an unknown currency', { ...tariff, currency: 'XXX' }, 'tariff.currency'],
    [
      'a negative price',
      elementOf({}, { ...energy, price: '-0.30' }),
      'tariff.elements[0].price_components[0].price',
    ],
    [
      'a price as a number',
      elementOf({}, { ...energy, price: 0.3 }),
      'tariff.elements[0].price_components[0].price',
    ],
    [
      'equal times',
      elementOf({ start_time: '10:00', end_time: '10:00' }),
      'tariff.elements[0].restrictions.end_time',
    ],
    ['a current', elementOf({ min_current: 16 }), 'tariff.elements[0].restrictions.min_current'],
    [
      'a fee by energy',
      elementOf({ min_kwh: 5 }, { ...energy, type: 'FLAT' }),
      'tariff.elements[0].restrictions.min_kwh',
    ],
    ['an unknown key', { ...tariff, discount: 1 }, 'tariff.discount'],
  ])('%s', async (_, changed, field) => {
    const refusal = await server.requestError(tariffPrice, { ...body, tariff: changed }, olga)
    expect([refusal.status, refusal.field]).toEqual([400, field])
  })
  test.each<[string, object, string]>([
    ['an unknown time zone', { zone: 'Europe/Atlantis' }, 'zone'],
    [
      'a sample without an instant',
      { session: { ...session, samples: [['soon', 1]] } },
      'session.samples[0][0]',
    ],
    [
      'a sample without a reading',
      { session: { ...session, samples: [['2026-01-05T16:00:00Z', '1']] } },
      'session.samples[0][1]',
    ],
    [
      'a state without an instant',
      { session: { ...session, states: [['soon', 'Charging']] } },
      'session.states[0][0]',
    ],
    [
      'an unknown state',
      { session: { ...session, states: [['2026-01-05T16:00:00Z', 'Parked']] } },
      'session.states[0][1]',
    ],
  ])('%s', async (_, changed, field) => {
    const refusal = await server.requestError(tariffPrice, { ...body, ...changed }, olga)
    expect([refusal.status, refusal.field]).toEqual([400, field])
  })
})

const refusalOf = async (changed: object) => {
  const { status, code, field } = await server.requestError(tariffPrice, { ...body, ...changed }, olga)
  return [status, code, field]
}
const minute = (index: number) => Date.parse(session.startedAt) + index * 1_000

describe('limits', () => {
  // Proves L195
  test('a request has at most 5,000 samples, 1,000 states and 50 elements', async () => {
    const samples = Array.from({ length: maxPricedSamples + 1 }, (_, index) => [minute(index), index])
    const states = Array.from({ length: maxPricedStates + 1 }, (_, index) => [minute(index), 'Charging'])
    const elements = Array.from({ length: maxTariffElements + 1 }, () => tariff.elements[0]!)
    const { total } = await server.request(
      tariffPrice,
      { ...body, session: { ...session, samples: samples.slice(1) as [number, number][] } },
      olga,
    )
    expect(total).toBeGreaterThan(0)
    expect(await refusalOf({ session: { ...session, samples } })).toEqual([
      400,
      'value.too_many_items',
      'session.samples',
    ])
    expect(await refusalOf({ session: { ...session, states } })).toEqual([
      400,
      'value.too_many_items',
      'session.states',
    ])
    expect(await refusalOf({ tariff: { ...tariff, elements } })).toEqual([
      400,
      'value.too_many_items',
      'tariff.elements',
    ])
  })

  // Proves L196
  test.each<[string, object]>([
    ['session.stoppedAt', { session: { ...session, stoppedAt: '2026-04-15T15:00:01Z' } }],
    ['session.releasedAt', { session: { ...session, releasedAt: '2026-04-15T15:00:01Z' } }],
    ['now', { now: '2026-04-15T15:00:01Z' }],
    [
      'reservation.to',
      { reservation: { from: '2026-01-05T15:00:00Z', to: '2026-04-15T15:00:01Z', end: 'used' } },
    ],
  ])('a period has at most 100 days: %s', async (field, changed) => {
    expect(maxPricedDays).toBe(100)
    expect(await refusalOf(changed)).toEqual([400, 'period.too_long', field])
  })

  // Proves L197
  test('a charge has at most 500 parts in a response', async () => {
    const byPower = {
      ...tariff,
      elements: [
        { price_components: [energy], restrictions: { max_power: 5 } },
        { price_components: [{ ...energy, price: '0.50' }] },
      ],
    }
    // 1 Wh in every other second: the power changes 1,200 times
    const samples = Array.from({ length: 1_200 }, (_, index) => [
      minute(index + 1),
      2 * Math.ceil((index + 1) / 2),
    ])
    const { lines } = await server.request(
      tariffPrice,
      { ...body, tariff: byPower, session: { ...session, samples: samples as [number, number][] } },
      olga,
    )
    expect(lines[0]!.parts.length).toBe(500)
    expect(lines[0]!.more_parts).toBeGreaterThan(50)
  })
})
