import {
  at,
  element,
  energy,
  flat,
  parking,
  type PriceCase,
  reservation,
  session,
  tariff,
  time,
} from './case.ts'

const untilFive = tariff([element(energy('0.20'), { end_time: '17:00' }), energy('0.30')])
const fromMeter = { grace_seconds: 0, until: 'release', from_meter: true } as const
/** Idle time per hour, which is never free. */
const idle = parking('6.00')

/** Limits, steps, states and times at the edges of rules: a second, a cent. */
export const edgeCases: PriceCase[] = [
  // one Wh is missing to 5,500
  {
    name: 'a step that adds one Wh',
    tariff: tariff([energy('0.20', { step_size: 500 })]),
    session: session({ from: '10:00', to: '11:00', wh: 5_499 }),
    costs: { energy: 110 },
    quantities: { energy: 5_500 },
  },
  // 10 × 0.50
  {
    name: 'a session that costs exactly its maximum',
    tariff: tariff([energy('0.50')], { max_price: '5.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 10_000 }),
    costs: { energy: 500 },
  },
  {
    name: 'a session that costs a cent more than its maximum',
    tariff: tariff([energy('0.50')], { max_price: '4.99' }),
    session: session({ from: '10:00', to: '11:00', wh: 10_000 }),
    costs: { energy: 499 },
    flags: ['maximum'],
  },
  // 10 × 0.30 + 10 × 0.40 + 5 × 0.50
  {
    name: 'tiers in any order',
    tariff: tariff([
      element(energy('0.50'), { min_kwh: 20 }),
      element(energy('0.40'), { min_kwh: 10 }),
      energy('0.30'),
    ]),
    session: session({ from: '10:00', to: '11:00', wh: 25_000 }),
    costs: { energy: 950 },
  },
  // 30 s with 1 kWh each: 1 × 0.20 + 1 × 0.30
  {
    name: 'a start between two minutes',
    tariff: untilFive,
    session: session({ from: '16:59:30', to: '17:00:30', wh: 2_000 }),
    costs: { energy: 50 },
  },
  // without offsets it is UTC: 30 s before and 30 s after 17:00
  {
    name: 'no offsets',
    tariff: untilFive,
    session: session({ from: '2026-01-05T16:59:30Z', to: '2026-01-05T17:00:30Z', wh: 2_000 }),
    offsets: [],
    costs: { energy: 50 },
  },
  // 25 hours with 1 kWh each from 16:00 on, at the offset that is given from the end on:
  // 1 × 0.20, 7 × 0.30 until midnight, 17 × 0.20
  {
    name: 'the first offset also applies before it',
    tariff: untilFive,
    session: session({ from: '16:00', to: '2026-01-06 17:00', wh: 25_000 }),
    offsets: [[at('2026-01-06 17:00'), 60]],
    costs: { energy: 570 },
  },
  // of two states at one instant that which usually is later: idle from 11:00, 30 min × 0.10
  {
    name: 'two states at one instant',
    tariff: tariff([time('1.20'), idle]),
    session: session({
      from: '10:00',
      to: '11:30',
      wh: 10_000,
      states: [
        ['11:00', 'SuspendedEV'],
        ['11:00', 'Charging'],
        ['10:00', 'Charging'],
        ['10:00', 'Preparing'],
      ],
    }),
    costs: { time: 120, idle: 300 },
  },
  // running: the last interval has more than 100 W, so the vehicle may still charge: 1.5 h × 1.20
  {
    name: 'no idle time from the meter while it runs',
    tariff: tariff([time('1.20'), idle], { idle: fromMeter }),
    session: session({ from: '10:00', to: null, wh: null, samples: [['11:00', 10_000]] }),
    now: at('11:30'),
    costs: { time: 180 },
    flags: ['no-states'],
  },
  // running: 11:00 to 11:15 shows 40 W, so it is idle from 11:00 until now
  {
    name: 'idle time from the meter while it runs',
    tariff: tariff([time('1.20'), idle], { idle: fromMeter }),
    session: session({
      from: '10:00',
      to: null,
      wh: null,
      samples: [
        ['11:00', 10_000],
        ['11:15', 10_010],
      ],
    }),
    now: at('11:30'),
    costs: { time: 120, idle: 300 },
    flags: ['no-states'],
  },
  // charging until the stop, released 20 min later
  {
    name: 'idle time from the meter after the stop',
    tariff: tariff([time('1.20'), idle], { idle: fromMeter }),
    session: session({ from: '10:00', to: '11:00', released: '11:20', wh: 10_000 }),
    costs: { time: 120, idle: 200 },
    flags: ['no-states'],
  },
  // only the first half hour has 100 W
  {
    name: 'idle time from the meter after the first interval',
    tariff: tariff([time('1.20'), idle], { idle: { ...fromMeter, until: 'stop' } }),
    session: session({ from: '10:00', to: '11:00', wh: 9_010, samples: [['10:30', 9_000]] }),
    costs: { time: 60, idle: 300 },
    flags: ['no-states'],
  },
  // a tariff without reservations, whatever its other prices
  {
    name: 'a reservation without a price',
    tariff: tariff([energy('0.49'), time('1.00'), flat('1.00')]),
    reservation: reservation('10:00', '10:30'),
    costs: {},
    charges: [],
  },
  {
    name: 'a reservation of no time without a fee',
    tariff: tariff([element(time('5.00'), { reservation: 'RESERVATION' })]),
    reservation: reservation('10:00', '10:00'),
    costs: {},
    charges: [],
  },
  {
    name: 'a reservation that ends before it begins costs its fee',
    tariff: tariff([element([flat('2.00'), time('5.00')], { reservation: 'RESERVATION' })]),
    reservation: reservation('10:30', '10:00'),
    costs: { reservation: 200 },
  },
  {
    name: 'a session that starts now',
    tariff: tariff([energy('0.49'), time('1.20'), flat('1.00')]),
    session: session({ from: '10:00', to: null, wh: null }),
    now: at('10:00'),
    costs: {},
    charges: [],
  },
  // one second of idle time: its step counts, not that of 3,599 s of charging. 10 min × 0.10; 3,599 / 3,600 × 1.20
  {
    name: 'one second of idle time',
    tariff: tariff([time('1.20', { step_size: 7_200 }), parking('6.00', { step_size: 600 })]),
    session: session({
      from: '10:00',
      to: '11:00',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['10:59:59', 'SuspendedEV'],
      ],
    }),
    costs: { time: 120, idle: 100 },
    quantities: { time: 3_599, idle: 600 },
  },
  // one Wh: the fee of 0.50, and a minimum of 1.00
  {
    name: 'one Wh',
    tariff: tariff([energy('0.49'), flat('0.50')], { min_price: '1.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 1 }),
    costs: { session: 100 },
    flags: ['minimum'],
    charges: [
      {
        service: 'energy',
        quantity: 1,
        amountMinor: 0,
        beforeLimitMinor: 0,
        taxBp: 1_900,
        parts: [
          { from: at('10:00'), to: at('11:00'), quantity: 1, element: 0, exact: '0.00049', reason: 'price' },
        ],
      },
      {
        service: 'session',
        quantity: 1,
        amountMinor: 100,
        beforeLimitMinor: 50,
        taxBp: 1_900,
        parts: [
          { from: at('10:00'), to: at('10:00'), quantity: 1, element: 1, exact: '0.5', reason: 'price' },
          { from: null, to: null, quantity: 1, element: null, exact: '0.5', reason: 'minimum' },
        ],
      },
    ],
  },
  // 10 min idle until the stop; now is later
  {
    name: 'idle time until the stop, seen later',
    tariff: tariff([idle], { idle: { grace_seconds: 0, until: 'stop' } }),
    session: session({ from: '10:00', to: '11:00', wh: 5_000, states: [['10:50', 'Finishing']] }),
    now: at('11:20'),
    costs: { idle: 100 },
    charges: [
      {
        service: 'idle',
        quantity: 600,
        amountMinor: 100,
        beforeLimitMinor: 100,
        taxBp: 1_900,
        parts: [
          { from: at('10:50'), to: at('11:00'), quantity: 600, element: 0, exact: '1', reason: 'price' },
        ],
      },
    ],
  },
]
