import { element, energy, flat, hour, type PriceCase, session, tariff, time } from './case.ts'

/** Amounts of energy: exact prices, rounding and currencies. */
export const energyCases: PriceCase[] = [
  // 10 kWh × 0.49
  { name: 'energy-plain', tariff: tariff([energy('0.49')]), session: hour(10_000), costs: { energy: 490 } },
  // 12.359 kWh × 0.49 = 6.05591
  {
    name: 'energy-rounded-up',
    tariff: tariff([energy('0.49')]),
    session: hour(12_359),
    costs: { energy: 606 },
  },
  // 10 kWh × 0.4567 = 4.567
  {
    name: 'energy-four-decimals',
    tariff: tariff([energy('0.4567')]),
    session: hour(10_000),
    costs: { energy: 457 },
  },
  // 0.5 kWh × 0.25 = 0.125
  {
    name: 'energy-half-goes-up',
    tariff: tariff([energy('0.25')]),
    session: hour(500),
    costs: { energy: 13 },
  },
  // 0.499 kWh × 0.25 = 0.12475
  { name: 'energy-below-half', tariff: tariff([energy('0.25')]), session: hour(499), costs: { energy: 12 } },
  // 0.1 kWh × 0.25 = 0.025: half to even would be 0.02
  {
    name: 'energy-half-not-to-even',
    tariff: tariff([energy('0.25')]),
    session: hour(100),
    costs: { energy: 3 },
  },
  // 999.999 kWh × 0.123456 = 123.455876544
  {
    name: 'energy-close-to-a-megawatt-hour',
    tariff: tariff([energy('0.123456')]),
    session: hour(999_999),
    costs: { energy: 12_346 },
  },
  // exactly 1 MWh is still priced: 1,000 × 0.49
  {
    name: 'energy of exactly 1 MWh',
    tariff: tariff([energy('0.49')]),
    session: hour(1_000_000),
    costs: { energy: 49_000 },
  },
  { name: 'energy-free', tariff: tariff([energy('0.00')]), session: hour(10_000), costs: {} },
  // 10 kWh × 75.55 = 755.5 yen
  {
    name: 'yen-no-digits',
    tariff: tariff([energy('75.55')], { currency: 'JPY' }),
    session: hour(10_000),
    costs: { energy: 756 },
  },
  // 1.5 kWh × 0.1235 = 0.18525 dinars
  {
    name: 'dinar-three-digits',
    tariff: tariff([energy('0.1235')], { currency: 'KWD' }),
    session: hour(1_500),
    costs: { energy: 185 },
  },
  // 17.5 kWh × 150 = 2,625.00 forint
  {
    name: 'forint-two-digits',
    tariff: tariff([energy('150')], { currency: 'HUF' }),
    session: hour(17_500),
    costs: { energy: 262_500 },
  },
  // 10 kWh × 45.25 = 452.5 Icelandic krona
  {
    name: 'krona-no-digits',
    tariff: tariff([energy('45.25')], { currency: 'ISK' }),
    session: hour(10_000),
    costs: { energy: 453 },
  },
  // 0.0149 + 0.0149 = 0.0298, rounded once; rounded apart it would be 0.02 or 0.03
  {
    name: 'periods-are-rounded-together',
    tariff: tariff([element(energy('0.0149'), { end_time: '11:00' }), energy('0.0149')]),
    session: session({ from: '10:00', to: '12:00', wh: 2_000 }),
    costs: { energy: 3 },
  },
  // 1 kWh × 0.014 and 1 kWh × 0.011: 0.025, while apart they would be 0.01 + 0.01
  {
    name: 'periods with different prices are rounded together',
    tariff: tariff([element(energy('0.014'), { end_time: '11:00' }), energy('0.011')]),
    session: session({ from: '10:00', to: '12:00', wh: 2_000 }),
    costs: { energy: 3 },
  },
  // energy 1 kWh × 0.014 = 0.014, time 1 h × 0.014: 0.01 each, together they would be 0.03
  {
    name: 'services-are-rounded-apart',
    tariff: tariff([energy('0.014'), time('0.014')]),
    session: hour(1_000),
    costs: { energy: 1, time: 1 },
  },
  // the meter begins at 123,456 Wh: 20 kWh × 0.30 + 5 kWh × 0.20, the limit counts from the start
  {
    name: 'meter-does-not-start-at-zero',
    tariff: tariff([element(energy('0.30'), { max_kwh: '20' }), energy('0.20')]),
    session: session({ from: '10:00', to: '12:00', wh: 25_000, meter: 123_456 }),
    costs: { energy: 700 },
  },
  // nothing charged: neither energy nor fee
  { name: 'no-energy', tariff: tariff([energy('0.49'), flat('1.00')]), session: hour(0), costs: {} },
]
