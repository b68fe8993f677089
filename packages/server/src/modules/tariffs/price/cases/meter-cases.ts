import { at, element, energy, parking, type PriceCase, session, tariff, time } from './case.ts'

const untilFive = tariff([element(energy('0.20'), { end_time: '17:00' }), energy('0.30')])
/** Idle time per hour, which is never free. */
const idle = parking('6.00')

/** Readings of the meter and power at the edges of rules. */
export const meterCases: PriceCase[] = [
  {
    name: 'a stop without a reading',
    tariff: tariff([energy('0.49')]),
    session: session({ from: '10:00', to: '11:00', wh: null, samples: [['10:30', 5_000]] }),
    now: at('11:00'),
    costs: {},
    hold: true,
    flags: ['held'],
  },
  // a meter of 5,000 at the start: 5 kWh × 0.49
  {
    name: 'a running session whose meter does not start at zero',
    tariff: tariff([energy('0.49')], { free_below_wh: 5_001 }),
    session: session({ from: '10:00', to: null, wh: null, meter: 5_000, samples: [['10:30', 10_001]] }),
    now: at('11:00'),
    // 5.001 × 0.49 = 2.45049
    costs: { energy: 245 },
  },
  {
    name: 'the energy of a running session without a trusted clock',
    tariff: untilFive,
    session: session(
      { from: '16:00', to: null, wh: null, meter: 5_000, samples: [['17:30', 10_000]] },
      { timesTrusted: false },
    ),
    now: at('18:00'),
    costs: { energy: 100 },
    flags: ['times-not-trusted'],
    quantities: { energy: 5_000 },
  },
  // 11,000 − 1,000
  {
    name: 'parts of a Wh without a trusted clock',
    tariff: untilFive,
    session: session(
      { from: '16:00', to: '18:00', wh: 0 },
      { meterStartWh: 1_000.9, meterStopWh: 11_000.2, timesTrusted: false },
    ),
    costs: { energy: 200 },
    flags: ['times-not-trusted'],
    quantities: { energy: 10_000 },
  },
  {
    name: 'parts of a Wh at start and stop',
    tariff: tariff([energy('0.20')]),
    session: session({ from: '16:00', to: '18:00', wh: 0 }, { meterStartWh: 1_000.9, meterStopWh: 11_000.2 }),
    costs: { energy: 200 },
    quantities: { energy: 10_000 },
  },
  // without a clock there is no power: 10 × 0.20
  {
    name: 'a price by power without a trusted clock',
    tariff: tariff([element(energy('0.20'), { max_power: 11 }), energy('0.30')]),
    session: session({ from: '16:00', to: '17:00', wh: 10_000 }, { timesTrusted: false }),
    costs: { energy: 200 },
    flags: ['times-not-trusted'],
  },
  // 1,000 kWh × 10.00, with 19 % on top
  {
    name: 'the tax on a large amount',
    tariff: tariff([energy('10.00')], { tax_included: 'NO' }),
    session: session({ from: '10:00', to: '18:00', wh: 1_000_000 }),
    costs: { energy: 1_000_000 },
    taxes: { net: 1_000_000, vat: 190_000, gross: 1_190_000 },
  },
  // 10:00:00.300 to 10:00:10.100 are 9.8 s: 9 × 0.10
  {
    name: 'a session of parts of seconds',
    tariff: tariff([time('360')]),
    session: session({ from: '10:00:00.300', to: '10:00:10.100', wh: 100 }),
    costs: { time: 90 },
  },
  // a pause divides the time: 20 + 20 min × 1.20 / 60
  {
    name: 'the parts of time with a pause, and of a grace that ends within a second',
    tariff: tariff([time('1.20'), idle], { idle: { grace_seconds: 10, until: 'stop' } }),
    session: session({
      from: '10:00',
      to: '11:00:10.500',
      wh: 1_000,
      states: [
        ['10:00', 'Charging'],
        ['10:20', 'SuspendedEVSE'],
        ['10:40', 'Charging'],
        ['11:00', 'SuspendedEV'],
      ],
    }),
    costs: { time: 80 },
    charges: [
      {
        service: 'time',
        quantity: 2_400,
        amountMinor: 80,
        beforeLimitMinor: 80,
        taxBp: 1_900,
        parts: [
          { from: at('10:00'), to: at('10:20'), quantity: 1_200, element: 0, exact: '0.4', reason: 'price' },
          { from: at('10:40'), to: at('11:00'), quantity: 1_200, element: 0, exact: '0.4', reason: 'price' },
        ],
      },
      {
        service: 'idle',
        quantity: 0,
        amountMinor: 0,
        beforeLimitMinor: 0,
        taxBp: 1_900,
        parts: [
          {
            from: at('11:00'),
            to: at('11:00:10.500'),
            quantity: 10,
            element: 1,
            exact: '0',
            reason: 'grace',
          },
        ],
      },
    ],
  },
  // a session as it was at 11:10: 4 kWh × 0.50, and not on the way to the sample of 11:30 or to the stop
  {
    name: 'a stopped session between two samples',
    tariff: tariff([energy('0.50')]),
    session: session({
      from: '10:00',
      to: '12:00',
      wh: 10_000,
      samples: [
        ['11:00', 4_000],
        ['11:30', 6_000],
      ],
    }),
    now: at('11:10'),
    costs: { energy: 200 },
  },
  // the meter shows 100,000 at the start; 5.5 kWh in 30 min are 11 kW; 7 × 0.20 + 3 × 0.30
  {
    name: 'the power of a connector whose meter does not start at zero',
    tariff: untilFive,
    session: session(
      { from: '16:00', to: '18:00', wh: 10_000, meter: 100_000, samples: [['16:30', 105_500]] },
      { maxPowerW: 11_000 },
    ),
    costs: { energy: 230 },
  },
  // 9 kWh in the hour after 17:00 are 9 kW, which the connector has: 1 × 0.20 + 9 × 0.30
  {
    name: 'the power of a connector is that since the sample before',
    tariff: untilFive,
    session: session(
      {
        from: '16:00',
        to: '18:01',
        wh: 10_000,
        samples: [
          ['17:00', 1_000],
          ['18:00', 10_000],
        ],
      },
      { maxPowerW: 8_999 },
    ),
    // the second sample has 9,000 W and is dropped: nothing else changes, as it is near the line to the stop
    costs: { energy: 290 },
    flags: ['sample-over-power'],
  },
  // 20 kWh are reached at 11:00 and remain: 1 h × 6.00
  {
    name: 'energy that is reached at a sample and remains',
    tariff: tariff([element(time('6.00'), { min_kwh: '20' })]),
    session: session({ from: '10:00', to: '12:00', wh: 20_000, samples: [['11:00', 20_000]] }),
    costs: { time: 600 },
  },
  // as long as no energy is needed: 1 h × 6.00
  {
    name: 'a condition of zero kWh always holds',
    tariff: tariff([element(time('6.00'), { min_kwh: '0' })]),
    session: session({ from: '10:00', to: '11:00', wh: 0 }),
    costs: { time: 600 },
  },
  // below 3 kW from the stop on: 20 min × 0.10; while the vehicle charged it was idle at 10 kW, at no price
  {
    name: 'a price by power after the stop',
    tariff: tariff([element(idle, { max_power: 3 })], { idle: { grace_seconds: 0, until: 'release' } }),
    session: session({
      from: '10:00',
      to: '11:00',
      released: '11:20',
      wh: 10_000,
      states: [['10:30', 'Finishing']],
    }),
    costs: { idle: 200 },
  },
  // 200 days with 999,999 Wh; 1 June begins after 12,960,801,843 of 17,280,982,719 ms, when exactly 750,003 Wh are
  // reached; the product of both has more than 53 bits. 750.003 × 1,000 + 249.996 × 2,000
  {
    name: 'a very long session',
    tariff: tariff([element(energy('2000'), { start_date: '2026-06-01' }), energy('1000')]),
    session: session(
      { from: '2026-01-01T21:46:38.157Z', to: null, wh: 999_999 },
      { stoppedAt: Date.parse('2026-01-01T21:46:38.157Z') + 17_280_982_719 },
    ),
    costs: { energy: 124_999_500 },
    quantities: { energy: 999_999 },
  },
]
