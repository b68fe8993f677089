import { element, energy, flat, type PriceCase, session, tariff, time } from './case.ts'

const tiers = tariff([element(energy('0.30'), { max_kwh: '20' }), energy('0.50')])
/** Free in the first hour of the session, then per hour. */
const afterFour = tariff([energy('0.30'), element(time('2.40'), { min_duration: 14_400 })])

/** Choice of the element: order, dimensions, energy, power and duration. */
export const elementCases: PriceCase[] = [
  // 16–20 at 0.50 stands before 17–18 at 0.10: 10 kWh × 0.50
  {
    name: 'first-element-wins',
    tariff: tariff([
      element(energy('0.50'), { start_time: '16:00', end_time: '20:00' }),
      element(energy('0.10'), { start_time: '17:00', end_time: '18:00' }),
    ]),
    session: session({ from: '16:00', to: '20:00', wh: 10_000 }),
    costs: { energy: 500 },
  },
  // energy from the first element, time from the second: 10 × 0.30, 1 h × 1.20
  {
    name: 'each-dimension-finds-its-own-element',
    tariff: tariff([element(energy('0.30')), element([energy('0.90'), time('1.20')])]),
    session: session({ from: '10:00', to: '11:00', wh: 10_000 }),
    costs: { energy: 300, time: 120 },
  },
  // only at night: free during the day
  {
    name: 'nothing-matches',
    tariff: tariff([element(energy('0.30'), { start_time: '22:00', end_time: '06:00' })]),
    session: session({ from: '10:00', to: '11:00', wh: 10_000 }),
    costs: {},
  },
  // 20 × 0.30 + 5 × 0.50
  {
    name: 'second-price-after-20-kwh',
    tariff: tiers,
    session: session({ from: '10:00', to: '12:00', wh: 25_000 }),
    costs: { energy: 850 },
  },
  // 20 × 0.30, nothing of the second price
  {
    name: 'exactly-20-kwh',
    tariff: tiers,
    session: session({ from: '10:00', to: '12:00', wh: 20_000 }),
    costs: { energy: 600 },
  },
  // time costs 6.00 per hour from 20 kWh on, which are reached after half of two hours: 1 h × 6.00
  {
    name: 'time costs from 20 kWh on',
    tariff: tariff([element(time('6.00'), { min_kwh: '20' })]),
    session: session({ from: '10:00', to: '12:00', wh: 40_000 }),
    costs: { time: 600 },
  },
  // below 16 kW 0.20, below 32 kW 0.35, else 0.50: 1 kWh at 6 kW (10 min), 40 at 48 kW (50 min),
  // 0.5 at 4 kW (7.5 min): 0.20 + 20.00 + 0.10
  {
    name: 'ocpi-max-power',
    tariff: tariff([
      element(energy('0.20'), { max_power: 16 }),
      element(energy('0.35'), { max_power: 32 }),
      energy('0.50'),
    ]),
    session: session({
      from: '10:00',
      to: '11:07:30',
      wh: 41_500,
      samples: [
        ['10:10', 1_000],
        ['11:00', 41_000],
      ],
    }),
    costs: { energy: 2_030 },
  },
  // exactly 16 kW is not below 16 kW: 16 kWh × 0.35
  {
    name: 'a maximum of power is exclusive, a minimum inclusive',
    tariff: tariff([
      element(energy('0.20'), { max_power: 16 }),
      element(energy('0.35'), { min_power: '16', max_power: '16.001' }),
    ]),
    session: session({ from: '10:00', to: '11:00', wh: 16_000 }),
    costs: { energy: 560 },
  },
  // free for 30 minutes, then 0.25, after 60 minutes 0.40: 5 kWh free, 1.2 × 0.25
  {
    name: 'ocpi-max-duration',
    tariff: tariff([
      element(energy('0.00'), { max_duration: 1_800 }),
      element(energy('0.25'), { max_duration: 3_600 }),
      energy('0.40'),
    ]),
    session: session({ from: '10:00', to: '10:40', wh: 6_200, samples: [['10:30', 5_000]] }),
    costs: { energy: 30 },
  },
  // five hours: 30 × 0.30, one hour × 2.40
  {
    name: 'time-costs-after-four-hours',
    tariff: afterFour,
    session: session({ from: '10:00', to: '15:00', wh: 30_000 }),
    costs: { energy: 900, time: 240 },
  },
  // first hour 1.00, second 2.00, then 3.00 per hour; 2.5 hours: 1.00 + 2.00 + 1.50
  {
    name: 'duration-tiers',
    tariff: tariff([
      element(time('1.00'), { max_duration: 3_600 }),
      element(time('2.00'), { min_duration: 3_600, max_duration: 7_200 }),
      element(time('3.00'), { min_duration: 7_200 }),
    ]),
    session: session({ from: '10:00', to: '12:30', wh: 10_000 }),
    costs: { time: 450 },
  },
  // 6.00 per hour is 0.10 per minute, by the second: 754 s × 6 / 3600 = 1.2567
  {
    name: 'minute-price-in-seconds',
    tariff: tariff([time('6.00')]),
    session: session({ from: '10:00', to: '10:12:34', wh: 1_000 }),
    costs: { time: 126 },
  },
  // 10 kWh × 0.25 and a fee of 0.50
  {
    name: 'ocpi-start-fee',
    tariff: tariff([flat('0.50', { vat: 2000 }), energy('0.25', { vat: 1000 })], { tax_included: 'NO' }),
    session: session({ from: '10:00', to: '11:00', wh: 20_000 }),
    costs: { energy: 500, session: 50 },
    // 5.00 × 10 % + 0.50 × 20 % = 0.60
    taxes: { net: 550, vat: 60, gross: 610 },
  },
  {
    name: 'start-fee-not-without-energy',
    tariff: tariff([flat('0.50')]),
    session: session({ from: '10:00', to: '11:00', wh: 0 }),
    costs: {},
  },
  // 1.00 until 22:00, then 2.00; started at 21:59: 1.00 once
  {
    name: 'start-fee-of-the-start',
    tariff: tariff([element(flat('1.00'), { end_time: '22:00' }), flat('2.00')]),
    session: session({ from: '21:59', to: '23:59', wh: 10_000 }),
    costs: { session: 100 },
    quantities: { session: 1 },
  },
  // 99 Wh are below 100: neither fee nor energy
  {
    name: 'free-below',
    tariff: tariff([energy('0.50'), flat('1.00')], { free_below_wh: 100, min_price: '2.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 99 }),
    costs: {},
  },
  // 100 Wh are not: 0.1 × 0.50 and 1.00
  {
    name: 'the energy at which a session is no longer free',
    tariff: tariff([energy('0.50'), flat('1.00')], { free_below_wh: 100 }),
    session: session({ from: '10:00', to: '11:00', wh: 100 }),
    costs: { energy: 5, session: 100 },
  },
]
