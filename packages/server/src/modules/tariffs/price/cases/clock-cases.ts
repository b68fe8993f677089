import { element, energy, flat, type PriceCase, session, tariff } from './case.ts'

const night = tariff([element(energy('0.20'), { start_time: '22:00', end_time: '06:00' }), energy('0.40')])
const fridayNight = tariff([
  element(energy('0.20'), { start_time: '22:00', end_time: '06:00', day_of_week: ['FRIDAY'] }),
  energy('0.40'),
])
const untilFive = tariff([element(energy('0.20'), { end_time: '17:00' }), energy('0.30')])

/** Prices by time of day, weekday and date, and changes of the clock. */
export const clockCases: PriceCase[] = [
  // 16–18, 10 kWh: 5 × 0.20 + 5 × 0.30
  {
    name: 'price-changes-at-five',
    tariff: untilFive,
    session: session({ from: '16:00', to: '18:00', wh: 10_000, samples: [['17:00', 5_000]] }),
    costs: { energy: 250 },
  },
  // samples 16:30 = 8,000 Wh and 18:00 = 10,000: at 17:00 8,000 + 2,000 × 30 / 90 = 8,666.67, cut to 8,666.
  // 8.666 × 0.20 + 1.334 × 0.30 = 1.7332 + 0.4002 = 2.1334
  {
    name: 'price-change-between-samples',
    tariff: untilFive,
    session: session({ from: '16:00', to: '18:00', wh: 10_000, samples: [['16:30', 8_000]] }),
    costs: { energy: 213 },
  },
  // 21–23, 4 kWh: 2 × 0.40 + 2 × 0.20
  {
    name: 'night-begins',
    tariff: night,
    session: session({ from: '21:00', to: '23:00', wh: 4_000 }),
    costs: { energy: 120 },
  },
  // 23–07, 8 kWh: 7 × 0.20 + 1 × 0.40
  {
    name: 'night-over-midnight',
    tariff: night,
    session: session({ from: '23:00', to: '2026-01-06 07:00', wh: 8_000 }),
    costs: { energy: 180 },
  },
  // Friday 23 to Saturday 01, 6 kWh: Saturday is not Friday. 3 × 0.20 + 3 × 0.40
  {
    name: 'weekday-is-that-of-the-moment',
    tariff: fridayNight,
    session: session({ from: '2026-01-09 23:00', to: '2026-01-10 01:00', wh: 6_000 }),
    costs: { energy: 180 },
  },
  // the same without a price for other times: 3 × 0.20, free from midnight on
  {
    name: 'a night that ends with its weekday',
    tariff: tariff([
      element(energy('0.20'), { start_time: '22:00', end_time: '06:00', day_of_week: ['FRIDAY'] }),
    ]),
    session: session({ from: '2026-01-09 23:00', to: '2026-01-10 01:00', wh: 6_000 }),
    costs: { energy: 60 },
  },
  // Sunday 23:00 to Monday 01:00, 4 kWh: 2 × 0.10 + 2 × 0.50
  {
    name: 'sunday-becomes-monday',
    tariff: tariff([
      element(energy('0.10'), { day_of_week: ['SUNDAY'] }),
      element(energy('0.50'), { day_of_week: ['MONDAY'] }),
    ]),
    session: session({ from: '2026-01-11 23:00', to: '2026-01-12 01:00', wh: 4_000 }),
    costs: { energy: 120 },
  },
  // the 6th and 7th, not the 8th: an hour each before, inside and after. 1 × 0.40 + 48 × 0.10 + 1 × 0.40
  {
    name: 'dates-from-inclusive-to-exclusive',
    tariff: tariff([
      element(energy('0.10'), { start_date: '2026-01-06', end_date: '2026-01-08' }),
      energy('0.40'),
    ]),
    session: session({ from: '2026-01-05 23:00', to: '2026-01-08 01:00', wh: 50_000 }),
    costs: { energy: 560 },
  },
  // 20:00 to 00:00 is until midnight: 1 × 0.20 + 1 × 0.40
  {
    name: 'end-time-midnight',
    tariff: tariff([element(energy('0.20'), { start_time: '20:00', end_time: '00:00' }), energy('0.40')]),
    session: session({ from: '23:00', to: '2026-01-06 01:00', wh: 2_000 }),
    costs: { energy: 60 },
  },
  // only an end of 00:00 is the whole day: 2 × 0.20
  {
    name: 'an end time of midnight without a start time is the whole day',
    tariff: tariff([element(energy('0.20'), { end_time: '00:00' }), energy('0.40')]),
    session: session({ from: '23:00', to: '2026-01-06 01:00', wh: 2_000 }),
    costs: { energy: 40 },
  },
  // from midnight on it is before 17:00 again: 1 × 0.30 + 2 × 0.20
  {
    name: 'a window without a start begins at midnight',
    tariff: untilFive,
    session: session({ from: '23:00', to: '2026-01-06 02:00', wh: 3_000 }),
    costs: { energy: 70 },
  },
  // from 17:00 until midnight: 1 × 0.30 + 2 × 0.20
  {
    name: 'a window without an end ends at midnight',
    tariff: tariff([element(energy('0.30'), { start_time: '17:00' }), energy('0.20')]),
    session: session({ from: '23:00', to: '2026-01-06 02:00', wh: 3_000 }),
    costs: { energy: 70 },
  },
  // 29 March 2026, 01:00 to 04:00 is two hours, one of them after the clock was set from 02 to 03.
  // 3 kWh per hour × 2 h × 1.00
  {
    name: 'spring-hour-is-not-billed',
    tariff: tariff([{ price_components: [{ type: 'TIME', price: '3.00' }] }]),
    session: session({ from: '2026-03-29T01:00+01:00', to: '2026-03-29T04:00+02:00', wh: 6_000 }),
    costs: { time: 600 },
  },
  // 02:30 is never shown: the price until 02:30 ends at 02:00 = 03:00. 1 × 0.20 + 1 × 0.40
  {
    name: 'spring-boundary-that-does-not-exist',
    tariff: tariff([element(energy('0.20'), { end_time: '02:30' }), energy('0.40')]),
    session: session({ from: '2026-03-29T01:00+01:00', to: '2026-03-29T04:00+02:00', wh: 2_000 }),
    costs: { energy: 60 },
  },
  // 25 October 2026, 02:00 to 03:00 is two hours × 0.30
  {
    name: 'autumn-hour-is-billed-twice',
    tariff: tariff([{ price_components: [{ type: 'TIME', price: '0.30' }] }]),
    session: session({ from: '2026-10-25T02:00+02:00', to: '2026-10-25T03:00+01:00', wh: 6_000 }),
    costs: { time: 60 },
  },
  // 01:00 to 04:00 is four hours with 1 kWh each: 02 to 03 twice at 0.10, the others at 0.40
  {
    name: 'autumn-window-comes-twice',
    tariff: tariff([element(energy('0.10'), { start_time: '02:00', end_time: '03:00' }), energy('0.40')]),
    session: session({ from: '2026-10-25T01:00+02:00', to: '2026-10-25T04:00+01:00', wh: 4_000 }),
    costs: { energy: 100 },
  },
  // 02:30 to 03:00 twice, and between them 02:00 to 02:30 once more at the other price:
  // 2 × 0.5 kWh × 0.10 + 3 kWh × 0.40
  {
    name: 'autumn-window-with-a-gap',
    tariff: tariff([element(energy('0.10'), { start_time: '02:30', end_time: '03:00' }), energy('0.40')]),
    session: session({ from: '2026-10-25T01:00+02:00', to: '2026-10-25T04:00+01:00', wh: 4_000 }),
    costs: { energy: 130 },
  },
  // 16:00 to 18:00 in New York: 2 kWh before 17:00, 2 after. 2 × 0.20 + 2 × 0.30
  {
    name: 'zone-of-the-station',
    zone: 'America/New_York',
    tariff: untilFive,
    session: session({ from: '2026-01-05T16:00-05:00', to: '2026-01-05T18:00-05:00', wh: 4_000 }),
    costs: { energy: 100 },
  },
  // 16:30 to 17:30 in Kolkata (+05:30): 1 × 0.20 + 1 × 0.30
  {
    name: 'zone-of-half-hours',
    zone: 'Asia/Kolkata',
    tariff: untilFive,
    session: session({ from: '2026-01-05T16:30+05:30', to: '2026-01-05T17:30+05:30', wh: 2_000 }),
    costs: { energy: 50 },
  },
  // 24 October 22:00 to 25 October 08:00 is eleven hours with 1 kWh each, of which 22 to 06 is nine:
  // fee 1.00, 9 × 0.20 + 2 × 0.40
  {
    name: 'offline-over-the-clock-change',
    tariff: tariff([
      element([energy('0.20')], { start_time: '22:00', end_time: '06:00' }),
      element([energy('0.40'), flat('1.00')]),
    ]),
    session: session({ from: '2026-10-24T22:00+02:00', to: '2026-10-25T08:00+01:00', wh: 11_000 }),
    costs: { energy: 260, session: 100 },
  },
]
