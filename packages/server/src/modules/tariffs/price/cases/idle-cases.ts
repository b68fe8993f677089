import { element, energy, flat, parking, type PriceCase, session, tariff, time } from './case.ts'

/** 0.10 per minute. */
const idle = parking('6.00')
const plain = tariff([energy('0.30'), idle])
const grace = tariff([idle], { idle: { grace_seconds: 900, until: 'stop' } })
const untilRelease = tariff([idle], { idle: { grace_seconds: 0, until: 'release' } })
const fromMeter = tariff([time('1.20'), idle], {
  idle: { grace_seconds: 0, until: 'stop', from_meter: true },
})

/** Time and idle time by the states of the connector. */
export const idleCases: PriceCase[] = [
  // 42 min × 0.10 after charging 10 kWh × 0.30
  {
    name: 'idle-plain',
    tariff: plain,
    session: session({
      from: '10:00',
      to: '11:42',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
      ],
    }),
    costs: { energy: 300, idle: 420 },
    quantities: { energy: 10_000, idle: 2_520 },
  },
  // 42 − 15 = 27 min × 0.10
  {
    name: 'idle-after-grace',
    tariff: grace,
    session: session({
      from: '10:00',
      to: '11:42',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'Finishing'],
      ],
    }),
    costs: { idle: 270 },
    quantities: { idle: 1_620 },
  },
  // 15 min are free, the 15th included
  {
    name: 'idle-within-grace',
    tariff: grace,
    session: session({
      from: '10:00',
      to: '11:15',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
      ],
    }),
    costs: {},
  },
  // 10 + 10 − 15 = 5 min × 0.10
  {
    name: 'idle-grace-once',
    tariff: grace,
    session: session({
      from: '10:00',
      to: '12:10',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
        ['11:10', 'Charging'],
        ['12:00', 'SuspendedEV'],
      ],
    }),
    costs: { idle: 50 },
  },
  {
    name: 'idle-not-when-the-station-holds-back',
    tariff: tariff([time('1.20'), idle]),
    session: session({
      from: '10:00',
      to: '12:00',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEVSE'],
      ],
    }),
    // neither: 1 h × 1.20
    costs: { time: 120 },
  },
  // 60 min × 0.10 = 6.00, at most 4.00
  {
    name: 'idle-limit',
    tariff: tariff([idle], { idle: { grace_seconds: 0, until: 'stop', max: '4.00' } }),
    session: session({
      from: '10:00',
      to: '12:00',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
      ],
    }),
    costs: { idle: 400 },
    flags: ['idle-limit'],
  },
  // a limit that is just reached: 40 min × 0.10
  {
    name: 'idle time that costs exactly its limit',
    tariff: tariff([idle], { idle: { grace_seconds: 0, until: 'stop', max: '4.00' } }),
    session: session({ from: '10:00', to: '10:40', wh: 10_000, states: [['10:00', 'SuspendedEV']] }),
    costs: { idle: 400 },
  },
  // idle from 21:00 to 23:00, free from 22:00: 60 min × 0.10
  {
    name: 'idle-free-at-night',
    tariff: tariff([element(idle, { start_time: '06:00', end_time: '22:00' })]),
    session: session({
      from: '20:00',
      to: '23:00',
      wh: 10_000,
      states: [
        ['20:00', 'Charging'],
        ['21:00', 'SuspendedEV'],
      ],
    }),
    costs: { idle: 600 },
  },
  // idle from 05:50 to 06:30, free until 06:00: 10 min of the 15 min pass before; 30 − 5 = 25 min × 0.10
  {
    name: 'idle-grace-runs-in-free-hours',
    tariff: tariff([element(idle, { start_time: '06:00', end_time: '22:00' })], {
      idle: { grace_seconds: 900, until: 'stop' },
    }),
    session: session({
      from: '04:00',
      to: '06:30',
      wh: 10_000,
      states: [
        ['04:00', 'Charging'],
        ['05:50', 'SuspendedEV'],
      ],
    }),
    costs: { idle: 250 },
  },
  // stopped at 11:10, released at 11:42: idle from 11:00, 42 min
  {
    name: 'idle-until-the-cable-is-out',
    tariff: untilRelease,
    session: session({
      from: '10:00',
      to: '11:10',
      released: '11:42',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
        ['11:10', 'Finishing'],
      ],
    }),
    costs: { idle: 420 },
  },
  // the same until the stop: 10 min
  {
    name: 'idle-until-the-stop-only',
    tariff: tariff([idle], { idle: { grace_seconds: 0, until: 'stop' } }),
    session: session({
      from: '10:00',
      to: '11:10',
      released: '11:42',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
        ['11:10', 'Finishing'],
      ],
    }),
    costs: { idle: 100 },
  },
  // no states: 2 h × 1.20, no idle time
  {
    name: 'idle-not-without-states',
    tariff: tariff([time('1.20'), idle]),
    session: session({ from: '10:00', to: '12:00', wh: 10_000, samples: [['11:00', 10_000]] }),
    costs: { time: 240 },
    flags: ['no-states'],
  },
  // the last interval with 100 W or more ends at 11:00: 1 h × 1.20, 60 min × 0.10
  {
    name: 'idle-from-the-meter',
    tariff: fromMeter,
    session: session({
      from: '10:00',
      to: '12:00',
      wh: 10_049,
      samples: [
        ['10:30', 9_950],
        ['11:00', 10_000],
        ['11:30', 10_049],
      ],
    }),
    costs: { time: 120, idle: 600 },
    flags: ['no-states'],
  },
  // less than 100 W all the time: the meter does not show when charging ended. 2 h × 1.20
  {
    name: 'no idle time from a meter that never shows 100 W',
    tariff: fromMeter,
    session: session({ from: '10:00', to: '12:00', wh: 199 }),
    costs: { time: 240 },
    flags: ['no-states'],
  },
  {
    name: 'idle-not-when-faulted',
    tariff: tariff([idle]),
    session: session({
      from: '10:00',
      to: '12:00',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'Faulted'],
      ],
    }),
    costs: {},
  },
  // stopped at 11:00, faulted at 11:10, released at 12:00: 10 min
  {
    name: 'idle-not-when-it-faults-after-the-stop',
    tariff: untilRelease,
    session: session({
      from: '10:00',
      to: '11:00',
      released: '12:00',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'Finishing'],
        ['11:10', 'Faulted'],
      ],
    }),
    costs: { idle: 100 },
  },
  // 1 h × 1.20 charging, then 30 min × 0.10
  {
    name: 'time-is-not-idle',
    tariff: tariff([time('1.20'), idle]),
    session: session({
      from: '10:00',
      to: '11:30',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
      ],
    }),
    costs: { time: 120, idle: 300 },
  },
  // 10 min of preparation are free: 50 min × 1.20
  {
    name: 'time-not-while-preparing',
    tariff: tariff([time('1.20')]),
    session: session({
      from: '10:00',
      to: '11:00',
      wh: 10_000,
      states: [
        ['09:50', 'Preparing'],
        ['10:10', 'Charging'],
      ],
    }),
    costs: { time: 100 },
  },
  // until the first known state the vehicle counts as charging: 30 min × 1.20, 30 min × 0.10
  {
    name: 'time before the first state',
    tariff: tariff([time('1.20'), idle]),
    session: session({ from: '10:00', to: '11:00', wh: 10_000, states: [['10:30', 'SuspendedEV']] }),
    costs: { time: 60, idle: 300 },
  },
  // as idle-plain, its states in another order and twice
  {
    name: 'states-in-any-order',
    tariff: plain,
    session: session({
      from: '10:00',
      to: '11:42',
      wh: 10_000,
      states: [
        ['11:00', 'SuspendedEV'],
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
        ['09:00', 'Available'],
      ],
    }),
    costs: { energy: 300, idle: 420 },
  },
  // 13 min 7 s = 787 s × 6 / 3600 = 1.3117
  {
    name: 'idle-of-odd-seconds',
    tariff: tariff([idle]),
    session: session({
      from: '10:00',
      to: '11:13:07',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00', 'SuspendedEV'],
      ],
    }),
    costs: { idle: 131 },
    quantities: { idle: 787 },
  },
  // 11:00:00.600 to 11:00:10.500 are 9.9 s, counted from whole seconds since the start: 10 s × 360 / 3600
  {
    name: 'time is cut to whole seconds since the start',
    tariff: tariff([parking('360')]),
    session: session({
      from: '10:00',
      to: '11:00:10.500',
      wh: 10_000,
      states: [
        ['10:00', 'Charging'],
        ['11:00:00.600', 'SuspendedEV'],
      ],
    }),
    costs: { idle: 100 },
  },
  // 19:00 to 07:00: charging until 23:00, 30 kWh, 12 before 21:00 at 0.50 and 18 after at 0.30; idle from 23:00,
  // free from 22:00 to 06:00, its hour of grace is over by then; 06:00 to 07:00 60 min × 0.10, at most 5.00
  {
    name: 'night-at-the-kerb',
    tariff: tariff(
      [
        element(energy('0.50'), { start_time: '06:00', end_time: '21:00' }),
        element(energy('0.30')),
        element(idle, { start_time: '06:00', end_time: '22:00' }),
      ],
      { idle: { grace_seconds: 3_600, until: 'release', max: '5.00' } },
    ),
    session: session({
      from: '19:00',
      to: '23:30',
      released: '2026-01-06 07:00',
      wh: 30_000,
      samples: [
        ['21:00', 12_000],
        ['23:00', 30_000],
      ],
      states: [
        ['19:00', 'Charging'],
        ['23:00', 'SuspendedEV'],
        ['23:30', 'Finishing'],
      ],
    }),
    costs: { energy: 1_140, idle: 500 },
    flags: ['idle-limit'],
  },
  // 40 kWh × 0.59, a fee of 0.35; idle 45 − 10 min × 0.10
  {
    name: 'fast-with-blocking-fee',
    tariff: tariff([energy('0.59'), flat('0.35'), idle], { idle: { grace_seconds: 600, until: 'stop' } }),
    session: session({
      from: '10:00',
      to: '11:15',
      wh: 40_000,
      states: [
        ['10:00', 'Charging'],
        ['10:30', 'Finishing'],
      ],
    }),
    costs: { energy: 2_360, session: 35, idle: 350 },
  },
]
