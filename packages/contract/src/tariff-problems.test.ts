import { describe, expect, test } from 'vitest'
import type { PriceComponent, TariffDefinition, TariffRestrictions } from './tariff-definition.ts'
import { tariffProblems } from './tariff-problems.ts'

const energy: PriceComponent = { type: 'ENERGY', price: '0.49' }
const parking: PriceComponent = { type: 'PARKING_TIME', price: '6' }
const fee: PriceComponent = { type: 'FLAT', price: '1' }

const tariff = (
  elements: (PriceComponent | [PriceComponent | PriceComponent[], TariffRestrictions])[],
  more: Partial<TariffDefinition> = {},
): TariffDefinition => ({
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: elements.map((one) =>
    Array.isArray(one)
      ? { price_components: [one[0]].flat(), restrictions: one[1] }
      : { price_components: [one] },
  ),
  ...more,
})

const found = (definition: TariffDefinition) =>
  tariffProblems(definition).map(
    ({ field, code, isWarning }) => `${isWarning ? 'warning ' : ''}${field} ${code}`,
  )
const restricted = (restrictions: TariffRestrictions, component = energy) =>
  found(tariff([[component, restrictions], component]))
const at = 'elements[0].restrictions'

test('a tariff without problems', () => {
  expect(
    found(
      tariff([energy, parking, fee], {
        min_price: '1.00',
        max_price: '50',
        idle: { grace_seconds: 900, until: 'release', max: '9.990' },
      }),
    ),
  ).toEqual([])
})

describe('rejects', () => {
  test.each(['XXX', 'eur', '', 'XAU'])('the currency %s', (currency) =>
    expect(found(tariff([energy], { currency }))).toEqual(['currency tariff_price.currency_unknown']),
  )
  test.each([
    ['-0.01', 'negative'],
    ['-0', 'invalid'],
    ['0.1234567', 'invalid'],
    ['0,49', 'invalid'],
    ['1e2', 'invalid'],
    ['.5', 'invalid'],
    ['', 'invalid'],
  ])('the price %s', (price, code) =>
    expect(found(tariff([{ ...energy, price }]))).toEqual([
      `elements[0].price_components[0].price tariff_price.${code}`,
    ]),
  )
  test('limits with more decimals than the currency, and negative ones', () => {
    const limits = {
      min_price: '0.501',
      max_price: '-1',
      idle: { grace_seconds: 0, until: 'stop', max: 'x' },
    } as const
    expect(found(tariff([energy], limits))).toEqual([
      'min_price tariff_price.amount_decimals',
      'max_price tariff_price.negative',
      'idle.max tariff_price.invalid',
    ])
    expect(found(tariff([energy], { currency: 'JPY', max_price: '10.5' }))).toEqual([
      'max_price tariff_price.amount_decimals',
    ])
  })
  test('a minimum above the maximum, not one that equals it', () => {
    expect(found(tariff([energy], { min_price: '10', max_price: '9.99' }))).toEqual([
      'min_price tariff_price.limits_crossed',
    ])
    expect(found(tariff([energy], { min_price: '9.9', max_price: '9.90' }))).toEqual([])
  })
  test.each<[string, TariffRestrictions, string[]]>([
    ['equal times', { start_time: '10:00', end_time: '10:00' }, [`${at}.end_time tariff_price.equal_times`]],
    [
      'times without form',
      { start_time: '24:00', end_time: '9:00' },
      [`${at}.start_time value.pattern`, `${at}.end_time value.pattern`],
    ],
    [
      'dates that do not exist',
      { start_date: '2026-02-30', end_date: '2026-2-1' },
      [`${at}.start_date value.date`, `${at}.end_date value.date`],
    ],
    [
      'an end on the first day',
      { start_date: '2026-02-01', end_date: '2026-02-01' },
      [`${at}.end_date period.end_before_start`],
    ],
    [
      'a maximum that is not above the minimum',
      { min_kwh: 20, max_kwh: '20.000' },
      [`${at}.max_kwh tariff_price.range_empty`],
    ],
    ['a maximum of zero', { max_power: 0 }, [`${at}.max_power tariff_price.range_empty`]],
    [
      'an empty duration',
      { min_duration: 60, max_duration: 30 },
      [`${at}.max_duration tariff_price.range_empty`],
    ],
    ['parts of a Wh', { min_kwh: '0.0005' }, [`${at}.min_kwh tariff_price.quantity_invalid`]],
    ['a negative power', { max_power: -1 }, [`${at}.max_power tariff_price.quantity_invalid`]],
    [
      'currents',
      { min_current: 16, max_current: 32 },
      [
        `${at}.min_current tariff_price.current_restriction`,
        `${at}.max_current tariff_price.current_restriction`,
      ],
    ],
    [
      'energy by reservation',
      { reservation: 'RESERVATION' },
      ['elements[0].price_components[0].type tariff_price.reservation_price'],
    ],
  ])('%s', (_, restrictions, problems) => expect(restricted(restrictions)).toEqual(problems))
  test.each(['min_kwh', 'max_kwh', 'min_power', 'max_power', 'min_duration', 'max_duration'] as const)(
    'a fee by %s',
    (name) =>
      expect(restricted({ [name]: 10 }, fee)).toEqual([`${at}.${name} tariff_price.flat_restriction`]),
  )
  test('a reservation by energy', () => {
    const time = { type: 'TIME', price: '1' } as const
    expect(restricted({ reservation: 'RESERVATION', min_kwh: 1 }, time)).toEqual([
      `${at}.min_kwh tariff_price.reservation_price`,
    ])
  })
  test('two tax rates of one service', () => {
    expect(found(tariff([{ ...energy, vat: 700 }, energy]))).toEqual([
      'elements[1].price_components[0].vat tariff_price.tax_rates',
    ])
    expect(
      found(tariff([{ ...energy, vat: 1900 }, { ...fee, vat: 700 }, [{ ...energy }, { min_kwh: 1 }]])),
    ).toEqual(['warning elements[2].price_components[0] tariff_price.element_hidden'])
    const reserved = { reservation: 'RESERVATION' } as const
    expect(
      found(
        tariff([
          [
            [
              { ...fee, vat: 700 },
              { type: 'TIME', price: '1' },
            ],
            reserved,
          ],
        ]),
      ),
    ).toEqual(['elements[0].price_components[1].vat tariff_price.tax_rates'])
  })
  test('a dimension twice in an element', () =>
    expect(found(tariff([[[energy, energy], {}]]))).toEqual([
      'elements[0].price_components[1].type tariff_price.dimension_twice',
    ]))
})

const hidden = (index: number) => `warning elements[${index}].price_components[0] tariff_price.element_hidden`
const gap = 'warning elements[0].price_components[0] tariff_price.gap_is_free'

describe('warns', () => {
  test('of an element behind one without restrictions', () =>
    expect(found(tariff([energy, [energy, { min_kwh: 20 }]]))).toEqual([hidden(1)]))
  test('of an element behind others that cover it together', () =>
    expect(
      found(
        tariff([
          [energy, { start_time: '22:00', end_time: '06:00' }],
          [energy, { start_time: '05:00', end_time: '22:00' }],
          [energy, { day_of_week: ['MONDAY'] }],
        ]),
      ),
    ).toEqual([hidden(2)]))
  test('of hours without a price', () =>
    expect(found(tariff([[energy, { start_time: '06:00', end_time: '22:00' }]]))).toEqual([gap]))
  test.each<TariffRestrictions>([
    { day_of_week: ['SATURDAY', 'SUNDAY'] },
    { end_date: '2026-12-31' },
    { start_date: '2026-12-31' },
    { min_kwh: '0.001' },
    { max_kwh: 50 },
    { max_power: '22' },
    { min_duration: 60 },
    { end_time: '23:59' },
  ])('of a gap with only %j', (restrictions) =>
    expect(found(tariff([[energy, restrictions]]))).toEqual([gap]),
  )
  test.each<TariffRestrictions>([
    { min_kwh: 0 },
    { end_time: '00:00' },
    { start_time: '00:00' },
    { day_of_week: [] },
  ])('of nothing with only %j, which always holds', (restrictions) =>
    expect(found(tariff([[energy, restrictions]]))).toEqual([]),
  )
  test('of no gap between tiers, nor of a fee that is charged at some times', () =>
    expect(
      found(
        tariff([
          [energy, { max_kwh: 20 }],
          [energy, { min_kwh: '20' }],
          [fee, { day_of_week: ['MONDAY'] }],
        ]),
      ),
    ).toEqual([]))
  test('of nothing if the combinations are too many', () => {
    const many = Array.from({ length: 50 }, (_, index) => [
      energy,
      { min_kwh: index + 1, min_power: index + 1, min_duration: index + 1 },
    ]) as [PriceComponent, TariffRestrictions][]
    expect(found(tariff(many))).toEqual([])
  })
})
