import type { PricedStatus } from '@stationmaster/contract'
import { element, energy, flat, parking, type PriceCase, reservation, session, tariff, time } from './case.ts'

const hourThenParked = (parked: string): [string, PricedStatus][] => [
  ['10:00', 'Charging'],
  [parked, 'SuspendedEV'],
]
const net = { tax_included: 'NO' } as const
const reserved = { reservation: 'RESERVATION' } as const
const expired = { reservation: 'RESERVATION_EXPIRES' } as const
/** A fee of 0.50 with 20 % and 0.25 per kWh with 10 %. */
const afterReservation = [element([flat('0.50', { vat: 2_000 }), energy('0.25', { vat: 1_000 })])]

/** Minimum and maximum, reservations, and tax. */
export const limitCases: PriceCase[] = [
  // 1 kWh × 0.50 = 0.50, at least 2.00: the fee gets 1.50
  {
    name: 'minimum',
    tariff: tariff([energy('0.50')], { min_price: '2.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 1_000 }),
    costs: { energy: 50, session: 150 },
    flags: ['minimum'],
  },
  {
    name: 'minimum-not-needed',
    tariff: tariff([energy('0.50')], { min_price: '2.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 4_000 }),
    costs: { energy: 200 },
  },
  {
    name: 'minimum-not-without-energy',
    tariff: tariff([energy('0.50')], { min_price: '2.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 0 }),
    costs: {},
  },
  // 1 kWh × 0.50 and a fee of 1.00: 0.50 are added to the fee
  {
    name: 'the minimum is added to the fee',
    tariff: tariff([energy('0.50'), flat('1.00')], { min_price: '2.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 1_000 }),
    costs: { energy: 50, session: 150 },
    flags: ['minimum'],
    quantities: { energy: 1_000, session: 1 },
  },
  // 50 × 0.25 = 12.50 and 0.50: 3.00 less than 13.00
  {
    name: 'maximum-takes-from-energy',
    tariff: tariff([flat('0.50'), energy('0.25')], { ...net, max_price: '10.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 50_000 }),
    costs: { energy: 950, session: 50 },
    flags: ['maximum'],
  },
  // 30 × 0.25 = 7.50 and 0.50
  {
    name: 'ocpi-below-the-maximum',
    tariff: tariff([flat('0.50', { vat: 2_000 }), energy('0.25', { vat: 1_000 })], {
      ...net,
      max_price: '10.00',
    }),
    session: session({ from: '10:00', to: '11:00', wh: 30_000 }),
    costs: { energy: 750, session: 50 },
    taxes: { net: 800, vat: 85, gross: 885 },
  },
  // 10 × 0.50 = 5.00 and 2 h × 6.00 = 12.00, at most 10.00
  {
    name: 'maximum-takes-from-idle-first',
    tariff: tariff([energy('0.50'), parking('6.00')], { max_price: '10.00' }),
    session: session({ from: '10:00', to: '13:00', wh: 10_000, states: hourThenParked('11:00') }),
    costs: { energy: 500, idle: 500 },
    flags: ['maximum'],
  },
  // 24 × 0.50 = 12.00 and 1 h × 6.00: 8.00 too much, 6.00 from idle time and 2.00 from energy
  {
    name: 'maximum-eats-idle-and-energy',
    tariff: tariff([energy('0.50'), parking('6.00')], { max_price: '10.00' }),
    session: session({ from: '10:00', to: '12:00', wh: 24_000, states: hourThenParked('11:00') }),
    costs: { energy: 1_000 },
    flags: ['maximum'],
  },
  // time 6.00 before energy 5.00, and the fee of 3.00 last: 14.00 at most 4.00 leaves 1.00 of energy
  {
    name: 'the maximum takes from time before energy, and from the fee last',
    tariff: tariff([energy('0.50'), time('6.00'), flat('3.00')], { max_price: '4.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 10_000 }),
    costs: { energy: 100, session: 300 },
    flags: ['maximum'],
  },
  // a fee above the maximum is reduced, too
  {
    name: 'the maximum takes from the fee',
    tariff: tariff([energy('0.50'), flat('3.00')], { max_price: '2.50' }),
    session: session({ from: '10:00', to: '11:00', wh: 10_000 }),
    costs: { session: 250 },
    flags: ['maximum'],
  },
  // always 5.00: 20 × 0.50 = 10.00 is reduced
  {
    name: 'minimum-equals-maximum',
    tariff: tariff([energy('0.50')], { min_price: '5.00', max_price: '5.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 20_000 }),
    costs: { energy: 500 },
    flags: ['maximum'],
  },
  // and 4 × 0.50 = 2.00 is raised
  {
    name: 'a minimum that equals the maximum is reached',
    tariff: tariff([energy('0.50')], { min_price: '5.00', max_price: '5.00' }),
    session: session({ from: '10:00', to: '11:00', wh: 4_000 }),
    costs: { energy: 200, session: 300 },
    flags: ['minimum'],
  },
  // 15 min × 5.00 / 60 = 1.25; 0.50; 20 × 0.25
  {
    name: 'ocpi-reservation',
    tariff: tariff(
      [element(time('5.00', { vat: 2_000, step_size: 60 }), reserved), ...afterReservation],
      net,
    ),
    session: session({ from: '10:15', to: '11:15', wh: 20_000 }),
    reservation: reservation('10:00', '10:15'),
    costs: { energy: 500, session: 50, reservation: 125 },
    // 6.75 without tax: 5.00 × 10 % + 1.75 × 20 %
    taxes: { net: 675, vat: 85, gross: 760 },
    quantities: { energy: 20_000, session: 1, reservation: 900 },
  },
  // 13 min are charged as 15 × 5.00 / 60 = 1.25, and 2.00
  {
    name: 'ocpi-reservation-fee',
    tariff: tariff(
      [
        element([flat('2.00', { vat: 2_000 }), time('5.00', { vat: 2_000, step_size: 300 })], reserved),
        ...afterReservation,
      ],
      net,
    ),
    session: session({ from: '10:13', to: '11:13', wh: 20_000 }),
    reservation: reservation('10:00', '10:13'),
    costs: { energy: 500, session: 50, reservation: 325 },
    // 5.00 × 10 % + 3.75 × 20 %
    taxes: { net: 875, vat: 125, gross: 1_000 },
    quantities: { energy: 20_000, session: 1, reservation: 900 },
  },
  // 22 min are charged as 30 × 2.00 / 60 = 1.00; no fee for expiry
  {
    name: 'ocpi-reservation-used',
    tariff: tariff(
      [
        element(flat('4.00', { vat: 2_000 }), expired),
        element(time('2.00', { vat: 2_000, step_size: 600 }), reserved),
        ...afterReservation,
      ],
      net,
    ),
    session: session({ from: '10:22', to: '11:22', wh: 20_000 }),
    reservation: reservation('10:00', '10:22'),
    costs: { energy: 500, session: 50, reservation: 100 },
    // 5.00 × 10 % + 1.50 × 20 %
    taxes: { net: 650, vat: 80, gross: 730 },
  },
  // 4.00 for the expiry and 1 h × 2.00
  {
    name: 'ocpi-reservation-expired-fee',
    tariff: tariff(
      [
        element(time('2.00', { vat: 2_000, step_size: 600 }), reserved),
        element(flat('4.00', { vat: 2_000 }), expired),
        ...afterReservation,
      ],
      net,
    ),
    reservation: reservation('10:00', '11:00', 'expired'),
    costs: { reservation: 600 },
    taxes: { net: 600, vat: 120, gross: 720 },
  },
  // 1.5 h × 6.00, not × 3.00
  {
    name: 'ocpi-reservation-expired-time',
    tariff: tariff(
      [
        element(time('3.00', { vat: 2_000, step_size: 600 }), reserved),
        element(time('6.00', { vat: 2_000, step_size: 600 }), expired),
        ...afterReservation,
      ],
      net,
    ),
    reservation: reservation('10:00', '11:30', 'expired'),
    costs: { reservation: 900 },
    taxes: { net: 900, vat: 180, gross: 1_080 },
  },
  // 30 min × 2.00 until it was cancelled, without the fee for expiry
  {
    name: 'reservation-cancelled',
    tariff: tariff([element(flat('4.00'), expired), element(time('2.00'), reserved)]),
    reservation: reservation('10:00', '10:30', 'cancelled'),
    costs: { reservation: 100 },
  },
  // a reservation of no time costs its fee only
  {
    name: 'a reservation that is used at once costs its fee',
    tariff: tariff([element([flat('2.00'), time('5.00')], reserved)]),
    reservation: reservation('10:00', '10:00'),
    costs: { reservation: 200 },
  },
  // 20 × 0.50 at most 5.00, and 1 h × 5.00 of the reservation
  {
    name: 'reservation-outside-the-maximum',
    tariff: tariff([element(time('5.00'), reserved), energy('0.50')], { max_price: '5.00' }),
    session: session({ from: '11:00', to: '12:00', wh: 20_000 }),
    reservation: reservation('10:00', '11:00'),
    costs: { energy: 500, reservation: 500 },
    flags: ['maximum'],
  },
  // 10 × 0.40 = 4.00, with 19 % (0.76)
  {
    name: 'tax-on-top',
    tariff: tariff([energy('0.40')], net),
    session: session({ from: '10:00', to: '11:00', wh: 10_000 }),
    costs: { energy: 400 },
    taxes: { net: 400, vat: 76, gross: 476 },
  },
  // 0.03 with 19 %: 0.03 × 19 / 119 = 0.00479, rounded to 0.00
  {
    name: 'tax-inside-three-cents',
    tariff: tariff([energy('0.03')]),
    session: session({ from: '10:00', to: '11:00', wh: 1_000 }),
    costs: { energy: 3 },
    taxes: { net: 3, vat: 0, gross: 3 },
  },
  // 25.00 × 19 / 119 = 3.9916
  {
    name: 'the tax inside 25.00',
    tariff: tariff([energy('0.50')]),
    session: session({ from: '10:00', to: '11:00', wh: 50_000 }),
    costs: { energy: 2_500 },
    taxes: { net: 2_101, vat: 399, gross: 2_500 },
  },
  // 10,000.00 × 19 / 119 = 1,596.6387
  {
    name: 'the tax inside a large amount',
    tariff: tariff([energy('10.00')]),
    session: session({ from: '10:00', to: '18:00', wh: 1_000_000 }),
    costs: { energy: 1_000_000 },
    taxes: { net: 840_336, vat: 159_664, gross: 1_000_000 },
  },
  // 20.00 × 8.1 / 108.1 = 1.4986
  {
    name: 'tax-swiss',
    tariff: tariff([energy('0.50')], { currency: 'CHF', vat: 810 }),
    session: session({ from: '10:00', to: '11:00', wh: 40_000 }),
    costs: { energy: 2_000 },
    taxes: { net: 1_850, vat: 150, gross: 2_000 },
  },
  {
    name: 'tax-zero',
    tariff: tariff([energy('0.50')], { vat: 0 }),
    session: session({ from: '10:00', to: '11:00', wh: 10_000 }),
    costs: { energy: 500 },
    taxes: { net: 500, vat: 0, gross: 500 },
  },
  // energy 10.00 with 19 %: 10 × 19 / 119 = 1.597; fee 5.00 with 7 %: 5 × 7 / 107 = 0.327
  {
    name: 'tax-two-rates',
    tariff: tariff([energy('0.50'), flat('5.00', { vat: 700 })]),
    session: session({ from: '10:00', to: '11:00', wh: 20_000 }),
    costs: { energy: 1_000, session: 500 },
    taxes: { net: 1_307, vat: 193, gross: 1_500 },
  },
]
