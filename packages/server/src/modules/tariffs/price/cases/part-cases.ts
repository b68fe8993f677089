import { at, element, energy, parking, type PriceCase, reservation, session, tariff, time } from './case.ts'

/** Complete charges: the parts that explain an amount. */
export const partCases: PriceCase[] = [
  {
    name: 'the parts of energy by price, without a price, and of the step',
    tariff: tariff([
      element(energy('0.20'), { end_time: '17:00' }),
      element(energy('0.30', { step_size: 500 }), { start_time: '18:00' }),
    ]),
    // a third of 3,100 Wh before 17:00, one without a price, one after 18:00: 1,033 + 1,034 are charged as 2,500
    session: session({ from: '16:00', to: '19:00', wh: 3_100 }),
    costs: { energy: 65 },
    charges: [
      {
        service: 'energy',
        quantity: 2_500,
        amountMinor: 65,
        beforeLimitMinor: 65,
        taxBp: 1_900,
        parts: [
          {
            from: at('16:00'),
            to: at('17:00'),
            quantity: 1_033,
            element: 0,
            exact: '0.2066',
            reason: 'price',
          },
          { from: at('17:00'), to: at('18:00'), quantity: 1_033, element: null, exact: '0', reason: 'price' },
          {
            from: at('18:00'),
            to: at('19:00'),
            quantity: 1_034,
            element: 1,
            exact: '0.3102',
            reason: 'price',
          },
          { from: null, to: null, quantity: 433, element: 1, exact: '0.1299', reason: 'step' },
        ],
      },
    ],
  },
  {
    name: 'the parts of idle time, its grace, and a limit',
    tariff: tariff([parking('6.00')], { idle: { grace_seconds: 900, until: 'stop', max: '2.00' } }),
    session: session({
      from: '10:00',
      to: '11:42:01',
      wh: 1_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
        ['11:10', 'SuspendedEV'],
      ],
    }),
    costs: { idle: 200 },
    flags: ['idle-limit'],
    charges: [
      {
        service: 'idle',
        // 27 min 1 s × 6 / 3600 = 2.70166…
        quantity: 1_621,
        amountMinor: 200,
        beforeLimitMinor: 270,
        taxBp: 1_900,
        parts: [
          { from: at('11:00'), to: at('11:15'), quantity: 900, element: 0, exact: '0', reason: 'grace' },
          {
            from: at('11:15'),
            to: at('11:42:01'),
            quantity: 1_621,
            element: 0,
            exact: '1621/600',
            reason: 'price',
          },
        ],
      },
    ],
  },
  {
    name: 'a kWh limit splits energy at the Wh, and time at the second',
    tariff: tariff([
      element([energy('0.20'), time('1')], { max_kwh: '1' }),
      element([energy('0.30'), time('2')]),
    ]),
    // 1 kWh of 3 is reached after 20 min
    session: session({ from: '10:00', to: '11:00', wh: 3_000 }),
    costs: { energy: 80, time: 167 },
    charges: [
      {
        service: 'energy',
        quantity: 3_000,
        amountMinor: 80,
        beforeLimitMinor: 80,
        taxBp: 1_900,
        parts: [
          { from: at('10:00'), to: at('10:20'), quantity: 1_000, element: 0, exact: '0.2', reason: 'price' },
          { from: at('10:20'), to: at('11:00'), quantity: 2_000, element: 1, exact: '0.6', reason: 'price' },
        ],
      },
      {
        service: 'time',
        quantity: 3_600,
        amountMinor: 167,
        beforeLimitMinor: 167,
        taxBp: 1_900,
        parts: [
          { from: at('10:00'), to: at('10:20'), quantity: 1_200, element: 0, exact: '1/3', reason: 'price' },
          { from: at('10:20'), to: at('11:00'), quantity: 2_400, element: 1, exact: '4/3', reason: 'price' },
        ],
      },
    ],
  },
  {
    name: 'the part of the minimum price, with the tax rate of the tariff',
    tariff: tariff([energy('0.50', { vat: 700 })], { min_price: '2' }),
    session: session({ from: '10:00', to: '11:00', wh: 1_000 }),
    costs: { energy: 50, session: 150 },
    flags: ['minimum'],
    charges: [
      {
        service: 'energy',
        quantity: 1_000,
        amountMinor: 50,
        beforeLimitMinor: 50,
        taxBp: 700,
        parts: [
          { from: at('10:00'), to: at('11:00'), quantity: 1_000, element: 0, exact: '0.5', reason: 'price' },
        ],
      },
      {
        service: 'session',
        quantity: 1,
        amountMinor: 150,
        beforeLimitMinor: 0,
        taxBp: 1_900,
        parts: [{ from: null, to: null, quantity: 1, element: null, exact: '1.5', reason: 'minimum' }],
      },
    ],
  },
  {
    // 2 min of 30 before 10:00: 28 × 5 / 60 are priced, the first 2 are not
    name: 'the parts of a reservation by time of day',
    tariff: tariff([element(time('5.00'), { reservation: 'RESERVATION', start_time: '10:00' })]),
    reservation: reservation('09:58', '10:28'),
    costs: { reservation: 233 },
    charges: [
      {
        service: 'reservation',
        quantity: 1_680,
        amountMinor: 233,
        beforeLimitMinor: 233,
        taxBp: 1_900,
        parts: [
          { from: at('09:58'), to: at('10:00'), quantity: 120, element: null, exact: '0', reason: 'price' },
          { from: at('10:00'), to: at('10:28'), quantity: 1_680, element: 0, exact: '7/3', reason: 'price' },
        ],
      },
    ],
  },
  {
    name: 'a session whose price applies at no time has a part without a price',
    tariff: tariff([element(energy('0.20'), { end_time: '09:00' })]),
    session: session({ from: '10:00', to: '11:00', wh: 1_000 }),
    costs: {},
    charges: [
      {
        service: 'energy',
        quantity: 0,
        amountMinor: 0,
        beforeLimitMinor: 0,
        taxBp: 1_900,
        parts: [
          { from: at('10:00'), to: at('11:00'), quantity: 1_000, element: null, exact: '0', reason: 'price' },
        ],
      },
    ],
  },
]
