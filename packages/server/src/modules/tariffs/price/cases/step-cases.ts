import type { PricedStatus } from '@stationmaster/contract'
import { element, energy, flat, parking, type PriceCase, session, tariff, time } from './case.ts'

/** Charging, then parked. */
const parkedFrom = (from: string, parked: string): [string, PricedStatus][] => [
  [from, 'Charging'],
  [parked, 'SuspendedEV'],
]
const net = { tax_included: 'NO' } as const

/** The example of OCPI: 1.20 per hour in steps of 30 min, from 17:00 on 2.40 in steps of 15 min; parking until 20:00. */
const ocpiSteps = tariff(
  [
    element([time('1.20', { step_size: 1_800 }), parking('1.00', { step_size: 900 })], { end_time: '17:00' }),
    element([time('2.40', { step_size: 900 }), parking('1.00', { step_size: 900 })], {
      start_time: '17:00',
      end_time: '20:00',
    }),
    element(time('2.40', { step_size: 900 }), { start_time: '20:00', end_time: '00:00' }),
  ],
  net,
)

/** Step sizes, mostly the examples of OCPI. */
export const stepCases: PriceCase[] = [
  // 20.45 is charged as 20.5 kWh × 0.25 = 5.125
  {
    name: 'ocpi-step-energy',
    tariff: tariff([energy('0.25', { step_size: 100 })], net),
    session: session({ from: '10:00', to: '11:00', wh: 20_450 }),
    costs: { energy: 513 },
    quantities: { energy: 20_500 },
  },
  // 40 min of parking are charged as 45 × 2.00 / 60 = 1.50; 20 × 0.25; 0.50
  {
    name: 'ocpi-step-parking',
    tariff: tariff([energy('0.25'), flat('0.50'), parking('2.00', { step_size: 900 })], net),
    session: session({ from: '10:00', to: '11:40', wh: 20_000, states: parkedFrom('10:00', '11:00') }),
    costs: { energy: 500, session: 50, idle: 150 },
  },
  // 150 min × 3.00 = 7.50; 42 are charged as 45 min × 5.00 = 3.75
  {
    name: 'ocpi-step-time-and-parking',
    tariff: tariff([time('3.00', { step_size: 60 }), parking('5.00', { step_size: 300 })], net),
    session: session({ from: '10:00', to: '13:12', wh: 20_000, states: parkedFrom('10:00', '12:30') }),
    costs: { time: 750, idle: 375 },
  },
  // 16:55, 10 min charging, 2 min parked: 5 × 1.20 / 60 + 5 × 2.40 / 60 = 0.30; 15 min × 1.00 = 0.25
  {
    name: 'ocpi-step-last-period-is-parking',
    tariff: ocpiSteps,
    session: session({ from: '16:55', to: '17:07', wh: 5_000, states: parkedFrom('16:55', '17:05') }),
    costs: { time: 30, idle: 25 },
  },
  // 16:35, 35 min charging: 25 × 1.20 / 60 = 0.50; of 45 min 20 × 2.40 / 60 = 0.80
  {
    name: 'ocpi-step-of-the-last-period',
    tariff: ocpiSteps,
    session: session({ from: '16:35', to: '17:10', wh: 5_000 }),
    costs: { time: 130 },
    flags: ['no-states'],
    quantities: { time: 2_700 },
  },
  // 19:55, 10 min charging, 2 min parked after 20:00 for free: 15 min × 2.40 / 60
  {
    name: 'ocpi-step-becomes-free',
    tariff: ocpiSteps,
    session: session({ from: '19:55', to: '20:07', wh: 5_000, states: parkedFrom('19:55', '20:05') }),
    costs: { time: 60 },
  },
  // 4.3 kWh × 0.20 + 1.1 kWh × 0.27, 5.4 is charged as 5.5: 0.86 + 1.2 × 0.27 = 1.184
  {
    name: 'ocpi-step-of-the-whole-energy',
    tariff: tariff(
      [
        element(energy('0.20', { step_size: 500 }), { end_time: '17:00' }),
        energy('0.27', { step_size: 500 }),
      ],
      net,
    ),
    session: session({ from: '16:00', to: '17:30', wh: 5_400, samples: [['17:00', 4_300]] }),
    costs: { energy: 118 },
    quantities: { energy: 5_500 },
  },
  // 6 min × 5.00 / 60 = 0.50; 22 min are charged as 24 × 7.00 / 60 = 2.80
  {
    name: 'ocpi-step-of-the-whole-time',
    tariff: tariff(
      [element(time('5.00', { step_size: 600 }), { end_time: '17:00' }), time('7.00', { step_size: 600 })],
      net,
    ),
    session: session({ from: '16:54', to: '17:22', wh: 5_000 }),
    costs: { time: 330 },
  },
  // 21 min × 1.00 / 60 = 0.35, not rounded up; 16 min are charged as 20 × 2.00 / 60 = 0.6667
  {
    name: 'ocpi-step-not-for-time-before-parking',
    tariff: tariff([time('1.00', { step_size: 600 }), parking('2.00', { step_size: 600 })], net),
    session: session({ from: '10:00', to: '10:37', wh: 5_000, states: parkedFrom('10:00', '10:21') }),
    costs: { time: 35, idle: 67 },
  },
  // 5.5 kWh are a multiple of 500 Wh: 5.5 × 0.20
  {
    name: 'step-exact-multiple-stays',
    tariff: tariff([energy('0.20', { step_size: 500 })]),
    session: session({ from: '10:00', to: '11:00', wh: 5_500 }),
    costs: { energy: 110 },
    quantities: { energy: 5_500 },
  },
  // idle time within the grace is not charged, so the step is that of charging: 21 is charged as 30 min × 1.00
  {
    name: 'the step of time if idle time is free',
    tariff: tariff([time('1.00', { step_size: 600 }), parking('2.00', { step_size: 600 })], {
      idle: { grace_seconds: 960, until: 'stop' },
    }),
    session: session({ from: '10:00', to: '10:37', wh: 5_000, states: parkedFrom('10:00', '10:21') }),
    costs: { time: 50 },
  },
  // 2.5 h × 2.00
  {
    name: 'ocpi-time-plain',
    tariff: tariff([time('2.00', { step_size: 60, vat: 1_000 })], net),
    session: session({ from: '10:00', to: '12:30', wh: 10_000 }),
    costs: { time: 500 },
    // 5.00 × 10 %
    taxes: { net: 500, vat: 50, gross: 550 },
  },
  // 2.5 h × 1.90 = 4.75, with 5.2 % (0.247) 5.00
  {
    name: 'ocpi-odd-tax',
    tariff: tariff([time('1.90', { step_size: 300, vat: 520 })], net),
    session: session({ from: '10:00', to: '12:30', wh: 10_000 }),
    costs: { time: 475 },
    taxes: { net: 475, vat: 25, gross: 500 },
  },
  // The example of OCPI with 11 kW instead of 16 A. Monday 09:30, 147 min at 4.5 kW are charged at 1.00; it ends with
  // 42 min of parking, so only these are rounded up, to 45 min × 5.00 = 3.75; 147 min × 1.00 / 60 = 2.45; fee 2.50
  {
    name: 'ocpi-complex-monday',
    tariff: tariff(
      [
        element(flat('2.50', { vat: 1_500 })),
        element(time('1.00', { vat: 2_000, step_size: 900 }), { max_power: 11 }),
        element(time('2.00', { vat: 2_000, step_size: 600 }), {
          min_power: 11,
          day_of_week: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
        }),
        element(time('1.25', { vat: 2_000, step_size: 600 }), {
          min_power: 11,
          day_of_week: ['SATURDAY', 'SUNDAY'],
        }),
        element(parking('5.00', { vat: 1_000, step_size: 300 }), {
          start_time: '09:00',
          end_time: '18:00',
          day_of_week: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
        }),
        element(parking('6.00', { vat: 1_000, step_size: 300 }), {
          start_time: '10:00',
          end_time: '17:00',
          day_of_week: ['SATURDAY'],
        }),
      ],
      net,
    ),
    session: session({
      from: '09:30',
      to: '12:39',
      wh: 11_025,
      samples: [['11:57', 11_025]],
      states: parkedFrom('09:30', '11:57'),
    }),
    costs: { time: 245, idle: 375, session: 250 },
    // 2.45 × 20 % = 0.49; 3.75 × 10 % = 0.375; 2.50 × 15 % = 0.375, each rounded to 0.38
    taxes: { net: 870, vat: 125, gross: 995 },
  },
]
