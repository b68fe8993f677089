import type { ErrorTable } from './error-table.ts'

/** Problems of tariff definitions; the last ones are warnings, for which no request is refused. */
export const pricingErrors = {
  'tariff_price.currency_unknown': {
    kind: 'invalid',
    message: 'This is not a currency of ISO 4217 with a minor unit. Example: EUR',
  },
  'tariff_price.invalid': {
    kind: 'invalid',
    message: 'Enter the price as a decimal number with at most six decimals, such as 0.49.',
  },
  'tariff_price.negative': { kind: 'invalid', message: 'A price must not be negative.' },
  'tariff_price.amount_decimals': {
    kind: 'invalid',
    message: 'This amount has more decimals than the currency.',
  },
  'tariff_price.limits_crossed': {
    kind: 'invalid',
    message: 'The minimum price must not be above the maximum price.',
  },
  'tariff_price.equal_times': {
    kind: 'invalid',
    message: 'Start and end time must differ. Leave both empty for the whole day.',
  },
  'tariff_price.quantity_invalid': {
    kind: 'invalid',
    message: 'Enter a number that is not negative, with at most three decimals.',
  },
  'tariff_price.range_empty': { kind: 'invalid', message: 'The maximum must be above the minimum.' },
  'tariff_price.current_restriction': {
    kind: 'invalid',
    message: 'Prices cannot depend on the current: stations do not report it reliably. Use the power.',
  },
  'tariff_price.flat_restriction': {
    kind: 'invalid',
    message: 'A fee is charged at the start and cannot depend on energy, power or duration.',
  },
  'tariff_price.tax_rates': {
    kind: 'invalid',
    message: 'All prices of one service must have the same tax rate.',
  },
  'tariff_price.dimension_twice': {
    kind: 'invalid',
    message: 'An element can have only one price of each kind.',
  },
  'tariff_price.reservation_price': {
    kind: 'invalid',
    message: 'A reservation is charged by time or with a fee, and cannot depend on energy or power.',
  },
  'tariff_price.gap_is_free': {
    kind: 'invalid',
    message: 'At some times or for some quantities no price of this kind applies: they are free.',
  },
  'tariff_price.element_hidden': {
    kind: 'invalid',
    message: 'This price never applies, because elements before it always do.',
  },
} as const satisfies ErrorTable
