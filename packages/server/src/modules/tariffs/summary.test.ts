import type { TariffDefinition } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { hashOf, summaryOf } from './summary.ts'

const tariff = (
  elements: TariffDefinition['elements'],
  more: Partial<TariffDefinition> = {},
): TariffDefinition => ({ currency: 'EUR', tax_included: 'YES', vat: 1900, elements, ...more })
const energy = (price: string) => [{ type: 'ENERGY' as const, price }]

test.each([
  ['gross', tariff([{ price_components: energy('0.49') }]), '0.49', '0.49', 'energy', null],
  [
    'net',
    tariff([{ price_components: energy('0.36') }], { tax_included: 'NO' }),
    '0.36',
    '0.4284',
    'energy',
    null,
  ],
  [
    'the price without conditions is the main one',
    tariff([
      {
        price_components: energy('0.35'),
        restrictions: {
          day_of_week: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'SATURDAY'],
          start_time: '22:00',
          end_time: '06:00',
        },
      },
      { price_components: [...energy('0.49'), { type: 'PARKING_TIME', price: '6' }] },
    ]),
    '0.49',
    '0.49',
    'energy,idle',
    'Mo-We,Sa 22:00-06:00: energy 0.35',
  ],
  [
    'per hour without energy',
    tariff([
      { price_components: [{ type: 'TIME', price: '3' }], restrictions: { max_duration: 7200 } },
      { price_components: [{ type: 'FLAT', price: '4' }], restrictions: { reservation: 'RESERVATION' } },
    ]),
    '3',
    '3',
    'time,reservation',
    '<7200 s: time 3',
  ],
  [
    'two weekdays and amounts',
    tariff([
      {
        price_components: energy('0.30'),
        restrictions: { day_of_week: ['SATURDAY', 'SUNDAY'], min_kwh: 20, start_date: '2027-01-01' },
      },
    ]),
    '0.30',
    '0.30',
    'energy',
    'Sa,Su >=2027-01-01 >=20 kWh: energy 0.30',
  ],
])('columns of a tariff: %s', (_what, definition, ...columns) => {
  const { price, cost, service, schedule } = summaryOf(definition)
  expect([price, cost, service, schedule]).toEqual(columns)
})

test('prices per minute and session are limited by AFIR', () => {
  expect(summaryOf(tariff([{ price_components: energy('1') }])).afir_limited).toBe(false)
  expect(summaryOf(tariff([{ price_components: [{ type: 'FLAT', price: '1' }] }])).afir_limited).toBe(true)
})

test('the hash does not depend on the order of members', () => {
  const one = {
    currency: 'EUR',
    tax_included: 'YES',
    vat: 0,
    elements: [{ price_components: energy('1') }],
  } as const
  const { elements, ...rest } = one
  const other = { elements: [{ price_components: [{ price: '1', type: 'ENERGY' as const }] }], ...rest }
  expect(elements).toHaveLength(1)
  expect(hashOf(other)).toBe(hashOf(one as never))
  expect(hashOf({ ...other, vat: 1 })).not.toBe(hashOf(other))
})
