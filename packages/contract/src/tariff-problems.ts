import { currencyDigits } from './currencies.ts'
import type { pricingErrors } from './errors/pricing.ts'
import type {
  PriceComponent,
  TariffDefinition,
  TariffElement,
  TariffRestrictions,
} from './tariff-definition.ts'
import { type Coverage, coverageOf } from './tariff-coverage.ts'

/** Codes of errors of the API, whose messages the console translates. */
export type TariffProblemCode =
  | keyof typeof pricingErrors
  | 'value.pattern'
  | 'value.date'
  | 'period.end_before_start'

/** Reason why a tariff is rejected, or a warning about one that is accepted. */
export interface TariffProblem {
  /** Path in the definition, such as `elements[0].price_components[1].price`. */
  field: string
  code: TariffProblemCode
  /** True if the tariff can be stored all the same. */
  isWarning: boolean
}

type Report = (field: string, code: TariffProblemCode) => void

/**
 * Returns the problems of a definition that has the form of its schema, warnings last. Server and console use the
 * same rules.
 */
export function tariffProblems(definition: TariffDefinition): TariffProblem[] {
  const problems: TariffProblem[] = []
  const report: Report = (field, code) => problems.push({ field, code, isWarning: false })
  if (currencyDigits(definition.currency) === null) report('currency', 'tariff_price.currency_unknown')
  checkLimits(definition, report)
  for (const [index, element] of definition.elements.entries())
    checkElement(element, `elements[${index}]`, report)
  checkTaxRates(definition, report)
  if (problems.length > 0) return problems
  return coverageOf(definition).flatMap(warningsOf)
}

const warningsOf = ({ hidden, gap }: Coverage): TariffProblem[] => [
  ...hidden.map((field) => ({ field, code: 'tariff_price.element_hidden' as const, isWarning: true })),
  ...(gap === null ? [] : [{ field: gap, code: 'tariff_price.gap_is_free' as const, isWarning: true }]),
]

/** Returns why a decimal number is not a price; null if it is one. */
function priceProblem(text: string): TariffProblemCode | null {
  if (/^-\d{1,12}(\.\d{1,6})?$/.test(text))
    return Number(text) < 0 ? 'tariff_price.negative' : 'tariff_price.invalid'
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? null : 'tariff_price.invalid'
}

function checkLimits(definition: TariffDefinition, report: Report): void {
  const { currency, min_price, max_price, preauthorize_amount, idle } = definition
  const digits = currencyDigits(currency) ?? 0
  const amounts = { min_price, max_price, preauthorize_amount, 'idle.max': idle?.max }
  let isReadable = true
  for (const [field, amount] of Object.entries(amounts)) {
    if (amount === undefined) continue
    const problem =
      priceProblem(amount) ?? (decimalsOf(amount) > digits ? 'tariff_price.amount_decimals' : null)
    if (problem === null) continue
    isReadable = false
    report(field, problem)
  }
  if (isReadable && min_price !== undefined && max_price !== undefined && isAbove(min_price, max_price))
    report('min_price', 'tariff_price.limits_crossed')
}

const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').replace(/0+$/, '').length

/** Compares decimal numbers by their digits. */
function isAbove(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => {
    const [whole = '', part = ''] = text.split('.')
    return whole.padStart(12, '0') + part.padEnd(6, '0')
  })
  return first! > second!
}

function checkElement(
  { price_components, restrictions = {} }: TariffElement,
  field: string,
  report: Report,
): void {
  const seen = new Set<string>()
  for (const [index, component] of price_components.entries()) {
    const at = `${field}.price_components[${index}]`
    const problem = priceProblem(component.price)
    if (problem !== null) report(`${at}.price`, problem)
    if (seen.has(component.type)) report(`${at}.type`, 'tariff_price.dimension_twice')
    seen.add(component.type)
    const isUsage = component.type === 'ENERGY' || component.type === 'PARKING_TIME'
    if (restrictions.reservation !== undefined && isUsage)
      report(`${at}.type`, 'tariff_price.reservation_price')
  }
  checkRestrictions(restrictions, `${field}.restrictions`, report)
  checkUse(restrictions, price_components, (name, code) => report(`${field}.restrictions.${name}`, code))
}

const byEnergyOrPower = ['min_kwh', 'max_kwh', 'min_power', 'max_power'] as const
const byDuration = ['min_duration', 'max_duration'] as const

/** Checks which conditions the prices of an element can have. */
function checkUse(restrictions: TariffRestrictions, components: PriceComponent[], report: Report): void {
  const hasFee = components.some(({ type }) => type === 'FLAT')
  for (const name of [...byEnergyOrPower, ...byDuration])
    if (restrictions[name] !== undefined && hasFee) report(name, 'tariff_price.flat_restriction')
  for (const name of byEnergyOrPower)
    if (restrictions[name] !== undefined && restrictions.reservation !== undefined && !hasFee)
      report(name, 'tariff_price.reservation_price')
  for (const name of ['min_current', 'max_current'] as const)
    if (restrictions[name] !== undefined) report(name, 'tariff_price.current_restriction')
}

function checkRestrictions(restrictions: TariffRestrictions, field: string, report: Report): void {
  const { start_time, end_time, start_date, end_date } = restrictions
  for (const [name, time] of Object.entries({ start_time, end_time }))
    if (time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      report(`${field}.${name}`, 'value.pattern')
  if (start_time !== undefined && start_time === end_time)
    report(`${field}.end_time`, 'tariff_price.equal_times')
  let areDates = true
  for (const [name, date] of Object.entries({ start_date, end_date })) {
    if (date === undefined || isDate(date)) continue
    areDates = false
    report(`${field}.${name}`, 'value.date')
  }
  if (areDates && start_date !== undefined && end_date !== undefined && end_date <= start_date)
    report(`${field}.end_date`, 'period.end_before_start')
  for (const name of ['kwh', 'power', 'duration'] as const) {
    const [min, max] = [restrictions[`min_${name}`], restrictions[`max_${name}`]]
    const invalid = (
      [
        ['min', min],
        ['max', max],
      ] as const
    ).filter(([, value]) => !isQuantity(value))
    for (const [end] of invalid) report(`${field}.${end}_${name}`, 'tariff_price.quantity_invalid')
    const isEmpty = max !== undefined && Number(max) <= Number(min ?? 0)
    if (invalid.length === 0 && isEmpty) report(`${field}.max_${name}`, 'tariff_price.range_empty')
  }
}

const isQuantity = (value: string | number | undefined): boolean =>
  value === undefined || /^\d{1,9}(\.\d{1,3})?$/.test(String(value))

function isDate(text: string): boolean {
  const ms = Date.parse(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** Checks that all prices of a service have one tax rate: its charge is one line of an invoice. */
function checkTaxRates({ elements, vat }: TariffDefinition, report: Report): void {
  const rates = new Map<string, number>()
  for (const [index, { price_components, restrictions }] of elements.entries())
    for (const [position, component] of price_components.entries()) {
      const service = restrictions?.reservation === undefined ? component.type : 'reservation'
      const rate = component.vat ?? vat
      const known = rates.get(service)
      if (known === undefined) rates.set(service, rate)
      else if (known !== rate)
        report(`elements[${index}].price_components[${position}].vat`, 'tariff_price.tax_rates')
    }
}
