import { expect, test } from 'vitest'
import type { TariffDefinition, TariffElement, TariffRestrictions } from './tariff-definition.ts'
import { weekOf } from './tariff-week.ts'

type Part = [type: TariffElement['price_components'][number]['type'], price: string]

const element = (parts: Part[], restrictions?: TariffRestrictions): TariffElement => ({
  price_components: parts.map(([type, price]) => ({ type, price })),
  ...(restrictions && { restrictions }),
})
const tariff = (...elements: TariffElement[]): TariffDefinition => ({
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements,
})

/** Returns the periods of a day with the price of energy, `?` if it depends on other conditions, and `gap`. */
const energyOn = (definition: TariffDefinition, day: number) =>
  weekOf(definition).days[day - 1]!.intervals.map(({ from, to, prices, isGap }) => {
    const energy = prices.ENERGY
    return [from, to, energy ? (energy.price ?? '?') : null, isGap ? 'gap' : '']
  })

test('a price without conditions applies all week', () => {
  const week = weekOf(
    tariff(
      element([
        ['ENERGY', '0.49'],
        ['TIME', '6'],
      ]),
    ),
  )
  expect(week.basis).toBe('ENERGY')
  expect(week.days.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 7])
  for (const { intervals } of week.days)
    expect(intervals).toEqual([
      {
        from: 0,
        to: 1440,
        isGap: false,
        prices: {
          ENERGY: { price: '0.49', element: 0, others: [] },
          TIME: { price: '6', element: 0, others: [] },
        },
      },
    ])
  expect(week.hidden).toEqual([])
})

test('a night passes midnight on each weekday by itself', () => {
  const night = tariff(
    element([['ENERGY', '0.20']], { start_time: '22:00', end_time: '06:00', day_of_week: ['FRIDAY'] }),
    element([['ENERGY', '0.40']]),
  )
  expect(energyOn(night, 5)).toEqual([
    [0, 360, '0.20', ''],
    [360, 1320, '0.40', ''],
    [1320, 1440, '0.20', ''],
  ])
  expect(energyOn(night, 6)).toEqual([[0, 1440, '0.40', '']])
})

test('the end of the day is midnight, and a start alone lasts until then', () => {
  const evening = tariff(
    element([['ENERGY', '0.30']], { start_time: '18:00', end_time: '00:00' }),
    element([['ENERGY', '0.50']], { end_time: '18:00' }),
  )
  expect(energyOn(evening, 1)).toEqual([
    [0, 1080, '0.50', ''],
    [1080, 1440, '0.30', ''],
  ])
})

test('times without a price are a gap of the basis only', () => {
  const day = tariff(
    element(
      [
        ['ENERGY', '0.49'],
        ['PARKING_TIME', '6'],
      ],
      { start_time: '08:00', end_time: '20:00' },
    ),
  )
  expect(energyOn(day, 3)).toEqual([
    [0, 480, null, 'gap'],
    [480, 1200, '0.49', ''],
    [1200, 1440, null, 'gap'],
  ])
  const free = tariff(
    element([['ENERGY', '0.49']]),
    element([['PARKING_TIME', '6']], { start_time: '08:00' }),
  )
  expect(energyOn(free, 3).every(([, , , gap]) => gap === '')).toBe(true)
  const timed = weekOf(tariff(element([['TIME', '6']], { start_time: '12:00' }), element([['FLAT', '1']])))
  expect(timed.basis).toBe('TIME')
  expect(timed.days[0]!.intervals.map(({ isGap }) => isGap)).toEqual([true, false])
})

test('prices of other conditions are named, and have a gap unless they cover all values', () => {
  const tiers = tariff(
    element([['ENERGY', '0.40']], { max_kwh: 20 }),
    element([['ENERGY', '0.60']], { min_kwh: '20' }),
  )
  expect(weekOf(tiers).days[0]!.intervals[0]).toMatchObject({
    isGap: false,
    prices: { ENERGY: { price: '0.40', element: 0, others: [1] } },
  })
  const late = tariff(element([['ENERGY', '0.60']], { min_kwh: 20 }))
  expect(energyOn(late, 1)).toEqual([[0, 1440, '?', 'gap']])
  const strong = tariff(element([['ENERGY', '0.70']], { min_power: 50 }), element([['ENERGY', '0.50']]))
  expect(weekOf(strong).days[0]!.intervals[0]!.prices.ENERGY).toEqual({
    price: '0.50',
    element: 1,
    others: [0],
  })
})

test('elements after one that always applies, and prices of reservations, are not shown', () => {
  const hidden = weekOf(
    tariff(
      element([['TIME', '60']], { reservation: 'RESERVATION' }),
      element([['ENERGY', '0.50']]),
      element([['ENERGY', '0.10']], { start_time: '17:00', end_time: '18:00' }),
    ),
  )
  expect(hidden.days[0]!.intervals).toEqual([
    { from: 0, to: 1440, isGap: false, prices: { ENERGY: { price: '0.50', element: 1, others: [] } } },
  ])
  expect(hidden.hidden).toEqual(['elements[2].price_components[0]'])
  expect(weekOf(tariff(element([['FLAT', '4']], { reservation: 'RESERVATION' }))).basis).toBeNull()
})
