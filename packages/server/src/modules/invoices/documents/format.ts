import { currencyDigits } from './currency.ts'
import { decimalText, divide, exactText, fractionOf, readDecimal, trimDecimals } from './decimals.ts'
import { type DocumentTexts, textsOf } from './texts.ts'
import type { Day, DocumentLanguage, InvoiceDocument, LocalTime, Service } from './invoice-document.ts'

const noBreakSpace = '\u00a0'

type Style = {
  decimal: string
  group: string
  /** Order and separators of day (D), month (M) and year (Y); MMM is its name. */
  date: string
  isCurrencyFirst: boolean
}

/**
 * Written here and not taken from the platform, whose data change between versions: the same document must give the
 * same bytes.
 */
const styles: Readonly<Record<DocumentLanguage, Style>> = {
  en: { decimal: '.', group: ',', date: 'D MMM Y', isCurrencyFirst: true },
  de: { decimal: ',', group: '.', date: 'D.M.Y', isCurrencyFirst: false },
  fr: { decimal: ',', group: noBreakSpace, date: 'D/M/Y', isCurrencyFirst: false },
  it: { decimal: ',', group: '.', date: 'D/M/Y', isCurrencyFirst: false },
  ru: { decimal: ',', group: noBreakSpace, date: 'D.M.Y', isCurrencyFirst: false },
  nl: { decimal: ',', group: '.', date: 'D-M-Y', isCurrencyFirst: true },
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Precision = 'minutes' | 'seconds'

const timeOfDay = (at: LocalTime, precision: Precision) => at.slice(11, precision === 'minutes' ? 16 : 19)

const two = (value = 0) => String(value).padStart(2, '0')

/** Formats numbers, amounts, days and times of one document. */
export class DocumentFormat {
  readonly #style: Style
  readonly #currency: string
  readonly #digits: number
  readonly #texts: DocumentTexts

  constructor({ language, currency }: Pick<InvoiceDocument, 'language' | 'currency'>) {
    this.#style = styles[language]
    this.#currency = currency
    this.#digits = currencyDigits(currency) ?? 2
    this.#texts = textsOf(language)
  }

  /** Formats a decimal text with the separators of the language. */
  decimal(text: string): string {
    const { decimal, group } = this.#style
    const [whole = '', decimals] = text.replace('-', '−').split('.')
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
    return decimals === undefined ? grouped : `${grouped}${decimal}${decimals}`
  }

  /** Formats minor units without the currency. */
  amount(minor: number): string {
    return this.decimal(decimalText(BigInt(minor), this.#digits))
  }

  /** Formats minor units with the currency. */
  money(minor: number): string {
    return this.withCurrency(this.amount(minor))
  }

  withCurrency(amount: string): string {
    return this.#style.isCurrencyFirst
      ? `${this.#currency}${noBreakSpace}${amount}`
      : `${amount}${noBreakSpace}${this.#currency}`
  }

  energy(wh: number): string {
    return `${this.decimal(decimalText(BigInt(wh), 3))}${noBreakSpace}${this.#texts.perEnergy}`
  }

  /** Formats a quantity of a service; time as hours, minutes and seconds. */
  quantity(service: Service, quantity: number): string {
    if (service === 'ENERGY') return this.energy(quantity)
    if (service === 'FLAT') return this.decimal(String(quantity))
    const [hours, minutes, seconds] = [quantity / 3_600, (quantity / 60) % 60, quantity % 60].map(Math.floor)
    return `${hours}:${two(minutes)}:${two(seconds)}${noBreakSpace}${this.#texts.hours}`
  }

  /** Formats a unit price with at least the digits of the currency. */
  price(text: string): string {
    return this.decimal(trimDecimals(text, this.#digits))
  }

  /** Formats a price with its unit; time per minute if that has at most four decimals, otherwise per hour. */
  unitPrice(service: Service, text: string): string {
    const { perEnergy, perMinute, perHour } = this.#texts
    if (service === 'FLAT') return this.price(text)
    if (service === 'ENERGY') return `${this.price(text)} / ${perEnergy}`
    const each = readDecimal(text)
    const perMinuteText = each && exactText(divide(each, fractionOf(60)), { least: this.#digits, most: 4 })
    if (perMinuteText === null || perMinuteText.endsWith('…')) return `${this.price(text)} / ${perHour}`
    return `${this.price(perMinuteText)} / ${perMinute}`
  }

  percent(taxBp: number): string {
    return `${this.decimal(trimDecimals(decimalText(BigInt(taxBp), 2)))}${noBreakSpace}%`
  }

  day(day: Day): string {
    const [year = '', month = '', date = ''] = day.split('-')
    const isNamed = this.#style.date.includes('MMM')
    const name = months[Number(month) - 1] ?? month
    return this.#style.date.replaceAll(
      /MMM|[DMY]/g,
      (part) => ({ D: isNamed ? String(Number(date)) : date, M: month, MMM: name, Y: year })[part] ?? part,
    )
  }

  days({ from, to }: { from: Day; to: Day }): string {
    return from === to ? this.day(from) : `${this.day(from)} – ${this.day(to)}`
  }

  /** Formats the day and the time of day. */
  time(at: LocalTime, precision: Precision = 'minutes'): string {
    return `${this.day(at.slice(0, 10))}, ${timeOfDay(at, precision)}`
  }

  /** Formats a span; the second day is left out if it is the first one. */
  span(from: LocalTime, to: LocalTime, precision: Precision = 'minutes'): string {
    if (from === to) return this.time(from, precision)
    const isSameDay = from.slice(0, 10) === to.slice(0, 10)
    return `${this.time(from, precision)} – ${isSameDay ? timeOfDay(to, precision) : this.time(to, precision)}`
  }
}
