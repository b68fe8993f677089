import { expect, test } from 'vitest'
import { afirProblems } from './tariff-afir.ts'
import type { TariffDefinition } from './tariff-definition.ts'
import { decimalOfMicros, perMinute, priceInWords } from './tariff-words.ts'

const tariff = (
  elements: TariffDefinition['elements'],
  more: Partial<TariffDefinition> = {},
): TariffDefinition => ({ currency: 'EUR', tax_included: 'YES', vat: 1900, elements, ...more })

test('the order of sentences is that of AFIR, whatever the order of elements', () => {
  const sentences = priceInWords(
    tariff(
      [
        {
          price_components: [
            { type: 'PARKING_TIME', price: '6.00' },
            { type: 'FLAT', price: '1.00' },
            { type: 'TIME', price: '3.00' },
            { type: 'ENERGY', price: '0.49' },
          ],
        },
        { price_components: [{ type: 'TIME', price: '4.80' }], restrictions: { reservation: 'RESERVATION' } },
        {
          price_components: [{ type: 'FLAT', price: '5' }],
          restrictions: { reservation: 'RESERVATION_EXPIRES' },
        },
      ],
      {
        min_price: '1',
        max_price: '50',
        free_below_wh: 200,
        idle: { grace_seconds: 900, max: '12', until: 'release' },
      },
    ),
  )
  expect(sentences.map(({ code, amount, perHour, quantity }) => [code, amount, perHour, quantity])).toEqual([
    ['energy', '0.49', null, null],
    ['time', '0.05', '3.00', null],
    ['session', '1.00', null, null],
    ['idle', '0.10', '6.00', null],
    ['idle_grace', null, null, 900],
    ['idle_limit', '12', null, null],
    ['idle_release', null, null, null],
    ['reservation_time', '0.08', '4.80', null],
    ['reservation_expired', '5', null, null],
    ['free_below', null, null, 200],
    ['minimum', '1', null, null],
    ['maximum', '50', null, null],
    ['tax_included', null, null, 1900],
  ])
})

test('conditions are parameters, later prices apply otherwise, and those that never apply have no sentence', () => {
  const sentences = priceInWords(
    tariff(
      [
        {
          price_components: [{ type: 'ENERGY', price: '0.35' }],
          restrictions: {
            day_of_week: ['SUNDAY', 'SATURDAY'],
            start_time: '22:00',
            end_time: '00:00',
            start_date: '2027-01-01',
            max_kwh: 20,
            min_power: '11',
            max_duration: 3600,
          },
        },
        { price_components: [{ type: 'ENERGY', price: '0.49' }] },
        { price_components: [{ type: 'ENERGY', price: '0.59' }], restrictions: { start_time: '12:00' } },
      ],
      { tax_included: 'NO', idle: { grace_seconds: 60, until: 'stop' } },
    ),
  )
  expect(sentences).toMatchObject([
    {
      code: 'energy',
      isOtherwise: false,
      element: 0,
      conditions: [
        { code: 'days', days: [6, 7] },
        { code: 'times', from: '22:00', to: '24:00' },
        { code: 'dates', from: '2027-01-01', to: null },
        { code: 'energy', from: null, to: '20' },
        { code: 'power', from: '11', to: null },
        { code: 'duration', from: null, to: 3600 },
      ],
    },
    { code: 'energy', amount: '0.49', isOtherwise: true, element: 1, conditions: [] },
    { code: 'tax_excluded', quantity: 1900 },
  ])
})

test.each([
  ['6', '0.10'],
  ['3.00', '0.05'],
  ['0', '0.00'],
  ['0.000029', '0.00'],
  ['0.00003', '0.000001'],
  ['10', '0.166667'],
  ['999999.999999', '16666.666667'],
])('%s per hour is %s per minute', (hour, minute) => expect(perMinute(hour)).toBe(minute))

test.each([
  [0n, '0.00'],
  [490_000n, '0.49'],
  [1_234_567n, '1.234567'],
  [12_500_000n, '12.50'],
])('%s millionths are %s', (micros, text) => expect(decimalOfMicros(micros)).toBe(text))

test.each([
  [[{ type: 'ENERGY', price: '0.49' }], {}, []],
  [
    [
      { type: 'ENERGY', price: '0.49' },
      { type: 'PARKING_TIME', price: '6' },
    ],
    {},
    [],
  ],
  [[{ type: 'TIME', price: '0.00' }], {}, []],
  [
    [
      { type: 'ENERGY', price: '0' },
      { type: 'TIME', price: '6' },
    ],
    {},
    ['tariff.afir_time error elements[0].price_components[1].type'],
  ],
  [[{ type: 'FLAT', price: '0.01' }], {}, ['tariff.afir_flat error elements[0].price_components[0].type']],
  [[{ type: 'ENERGY', price: '0.49' }], { min_price: '5' }, ['tariff.afir_minimum warning min_price']],
] as const)('AFIR at 50 kW or more: %j %j', (components, more, expected) => {
  const definition = tariff([{ price_components: [...components] }], more)
  expect(afirProblems(definition).map(({ code, level, field }) => `${code} ${level} ${field}`)).toEqual(
    expected,
  )
})

test('AFIR does not concern prices of reservations', () => {
  const restrictions = { reservation: 'RESERVATION' as const }
  const reserved = { price_components: [{ type: 'FLAT' as const, price: '4' }], restrictions }
  expect(afirProblems(tariff([reserved]))).toEqual([])
})
