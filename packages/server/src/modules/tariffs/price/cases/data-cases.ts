import type { PriceFlag } from '@stationmaster/contract'
import { at, element, energy, flat, hour, parking, type PriceCase, session, tariff, time } from './case.ts'

const untilFive = tariff([element(energy('0.20'), { end_time: '17:00' }), energy('0.30')])
/** 16–18 with 10 kWh; at 17:00 the meter shows 5,000 Wh unless a sample says otherwise. */
const withSamples = (samples: [string, number][], meter = 0) =>
  session({ from: '16:00', to: '18:00', wh: 10_000, samples, meter })
const held: { costs: Record<string, never>; hold: true; flags: PriceFlag[] } = {
  costs: {},
  hold: true,
  flags: ['held'],
}

/** Data that contradict each other or are missing, and the cost of running sessions. */
export const dataCases: PriceCase[] = [
  // the second sample is below the first one; 17:00 is 8,666 of 16:30 = 8,000 to 18:00 = 10,000
  {
    name: 'sample-runs-back',
    tariff: untilFive,
    session: withSamples([
      ['16:30', 8_000],
      ['17:00', 7_999],
    ]),
    costs: { energy: 213 },
    flags: ['meter-rollback'],
  },
  // half of 10 kWh at 17:00: 5 × 0.20 + 5 × 0.30
  {
    name: 'sample-above-the-stop',
    tariff: untilFive,
    session: withSamples([['17:00', 10_001]]),
    costs: { energy: 250 },
    flags: ['sample-above-stop'],
  },
  // samples show the whole life of the meter, start and stop only the session
  {
    name: 'sample-lifetime-total',
    tariff: untilFive,
    session: withSamples([
      ['16:30', 5_002_500],
      ['17:30', 5_007_500],
    ]),
    costs: { energy: 250 },
    flags: ['sample-above-stop'],
  },
  {
    name: 'samples-outside-the-session',
    tariff: untilFive,
    session: withSamples([
      ['15:59', 9_000],
      ['18:01', 9_000],
    ]),
    costs: { energy: 250 },
    flags: ['sample-outside-session'],
  },
  // 6 × 0.20 + 4 × 0.30
  {
    name: 'samples-in-any-order',
    tariff: untilFive,
    session: withSamples([
      ['17:30', 8_000],
      ['17:00', 6_000],
      ['16:30', 3_000],
      ['17:00', 6_000],
    ]),
    costs: { energy: 240 },
  },
  // 6,000 and 7,000 at 17:00: the lower one counts
  {
    name: 'samples-that-conflict',
    tariff: untilFive,
    session: withSamples([
      ['17:00', 7_000],
      ['17:00', 6_000],
    ]),
    costs: { energy: 240 },
    flags: ['sample-conflict'],
  },
  // parts of a Wh are cut: 6,000 at 17:00, and 10,000.4 is not above the stop
  {
    name: 'samples-of-parts',
    tariff: untilFive,
    session: withSamples([
      ['17:00', 6_000.9],
      ['17:30', 10_000.4],
    ]),
    costs: { energy: 240 },
    quantities: { energy: 10_000 },
  },
  // 3 Wh, half of them at 17:00: 1 × 100 + 2 × 1,000 per kWh = 0.10 + 2.00
  {
    name: 'reading-between-samples-is-cut',
    tariff: tariff([element(energy('100'), { end_time: '17:00' }), energy('1000')]),
    session: session({ from: '16:00', to: '18:00', wh: 3 }),
    costs: { energy: 210 },
  },
  // 9 kWh in 30 min are 18 kW, the connector has 11: the meter shows 5,000 at 17:00
  {
    name: 'sample-over-the-connector-power',
    tariff: untilFive,
    session: { ...withSamples([['16:30', 9_000]]), maxPowerW: 11_000 },
    costs: { energy: 250 },
    flags: ['sample-over-power'],
  },
  // 5.5 kWh in 30 min are exactly 11 kW: 17:00 is 5,500 + 4,500 × 30 / 90 = 7,000; 7 × 0.20 + 3 × 0.30
  {
    name: 'a sample at the power of the connector',
    tariff: untilFive,
    session: { ...withSamples([['16:30', 5_500]]), maxPowerW: 11_000 },
    costs: { energy: 230 },
  },
  // equal to start and stop
  {
    name: 'samples at start and stop',
    tariff: untilFive,
    session: withSamples(
      [
        ['16:00', 100],
        ['18:00', 10_100],
      ],
      100,
    ),
    costs: { energy: 250 },
  },
  // different from start and stop, which count
  {
    name: 'samples that contradict start and stop',
    tariff: untilFive,
    session: withSamples([
      ['16:00', 1],
      ['18:00', 9_999],
    ]),
    costs: { energy: 250 },
    flags: ['sample-conflict'],
  },
  {
    name: 'meter-below-its-start',
    tariff: tariff([energy('0.49'), time('1.00')]),
    session: session({ from: '10:00', to: '11:00', wh: -1, meter: 5_000 }),
    costs: {},
    hold: true,
    flags: ['held', 'meter-rollback'],
  },
  { name: 'more-than-a-megawatt-hour', tariff: tariff([energy('0.49')]), session: hour(1_000_001), ...held },
  {
    name: 'held-by-the-transaction',
    tariff: tariff([energy('0.49')]),
    session: hour(10_000, { held: true }),
    ...held,
  },
  // a stop that is missing has to be resolved first
  {
    name: 'a session without a stop',
    tariff: tariff([energy('0.49')]),
    session: session({ from: '10:00', to: null, wh: null, samples: [['10:30', 5_000]] }),
    ...held,
  },
  // at the price of the start, 0.20; nothing by time; the fee
  {
    name: 'clock-not-trusted',
    tariff: tariff([
      element(energy('0.20'), { end_time: '17:00' }),
      element([energy('0.30'), time('6.00'), flat('1.00')]),
    ]),
    session: session({ from: '16:00', to: '18:00', wh: 10_000 }, { timesTrusted: false }),
    costs: { energy: 200, session: 100 },
    flags: ['times-not-trusted'],
    quantities: { energy: 10_000, session: 1 },
  },
  // energy needs no clock: 20 × 0.30 + 5 × 0.50; the price from the second hour on is never reached
  {
    name: 'clock-not-trusted-tiers',
    tariff: tariff([
      element(energy('0.10'), { min_duration: 3_600 }),
      element(energy('0.30'), { max_kwh: '20' }),
      energy('0.50'),
    ]),
    session: session({ from: '16:00', to: '18:00', wh: 25_000 }, { timesTrusted: false }),
    costs: { energy: 850 },
    flags: ['times-not-trusted'],
  },
  // 10 × 0.20 at the price of the start
  {
    name: 'no-duration',
    tariff: tariff([element(energy('0.20'), { end_time: '17:00' }), element([energy('0.30'), time('6.00')])]),
    session: session({ from: '16:00', to: '16:00', wh: 10_000 }),
    costs: { energy: 200 },
    flags: ['no-duration'],
  },
  // a stop before the start is no duration, too
  {
    name: 'a stop before the start',
    tariff: tariff([energy('0.20'), time('6.00')]),
    session: session({ from: '16:00', to: '15:59', wh: 10_000 }),
    costs: { energy: 200 },
    flags: ['no-duration'],
  },
  // 5 kWh until the last sample × 0.49, 1 h × 1.20
  {
    name: 'running-half-way',
    tariff: tariff([energy('0.49'), time('1.20')]),
    session: session({ from: '10:00', to: null, wh: null, samples: [['11:00', 5_000]] }),
    now: at('11:00'),
    costs: { energy: 245, time: 120 },
  },
  // the last sample is of 10:30: 5 kWh × 0.49, although the vehicle still charges
  {
    name: 'running-does-not-guess',
    tariff: tariff([energy('0.49')]),
    session: session({
      from: '10:00',
      to: null,
      wh: null,
      samples: [['10:30', 5_000]],
      states: [['10:00', 'Charging']],
    }),
    now: at('11:00'),
    costs: { energy: 245 },
  },
  // 16:00 to 17:30: 4 × 0.20 + 2 × 0.30
  {
    name: 'running-after-the-change',
    tariff: untilFive,
    session: session({
      from: '16:00',
      to: null,
      wh: null,
      samples: [
        ['17:00', 4_000],
        ['17:30', 6_000],
      ],
    }),
    now: at('17:30'),
    costs: { energy: 140 },
  },
  {
    name: 'running-not-started',
    tariff: tariff([energy('0.49'), time('1.20'), flat('1.00')]),
    session: session({ from: '10:00', to: null, wh: null, samples: [['10:30', 5_000]] }),
    now: at('09:59'),
    costs: {},
  },
  // 25 min of idle time until now, with 10 min of grace
  {
    name: 'the idle time of a running session',
    tariff: tariff([parking('6.00')], { idle: { grace_seconds: 600, until: 'release' } }),
    session: session({
      from: '10:00',
      to: null,
      wh: null,
      states: [
        ['10:00', 'Charging'],
        ['10:30', 'SuspendedEV'],
      ],
    }),
    now: at('10:55'),
    costs: { idle: 150 },
  },
  // stopped at 11:00, not released: idle time runs until now, 20 min
  {
    name: 'the idle time after the stop of a connector that is not released',
    tariff: tariff([parking('6.00')], { idle: { grace_seconds: 0, until: 'release' } }),
    session: session({ from: '10:00', to: '11:00', wh: 5_000, states: [['11:00', 'Finishing']] }),
    now: at('11:20'),
    costs: { idle: 200 },
  },
  // a session with a later stop as it was at 11:00: 4 kWh × 0.50, the later sample does not count yet
  {
    name: 'a stopped session at an earlier time',
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
    now: at('11:00'),
    costs: { energy: 200 },
  },
]
