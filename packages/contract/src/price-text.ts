import { exactDuration, type Language, languageTags, moneyText, unitSymbols } from './language-formats.ts'
import type { TariffDefinition } from './tariff-definition.ts'
import {
  type PriceCondition,
  priceInWords,
  priceRows,
  type PriceSentence,
  type PriceSentenceCode,
} from './tariff-words.ts'

type Range = 'dates' | 'energy' | 'power' | 'duration'
/** Keys of the texts of prices, in the namespace `tariffs` of the console. */
export type PriceTextKey =
  | `words.${PriceSentenceCode | 'otherwise' | 'step'}`
  | `when.${Range}.${'from' | 'to' | 'both'}`
  | 'when.range'

/** A language, and a function that returns its text of a key with these values. */
export interface PriceLanguage {
  language: Language
  text: (key: PriceTextKey, values: Record<string, string | null>) => string
}

/** Returns the conditions of a price in words; empty if it always applies. */
export const conditionsText = (all: readonly PriceCondition[], about: PriceLanguage): string =>
  all
    .filter(isLimit)
    .map((one) => conditionText(one, about))
    .join(', ')

/** Returns what a sentence has besides its price. */
export function quantityText({ code, quantity }: PriceSentence, { language }: PriceLanguage): string {
  if (quantity === null) return ''
  if (code === 'idle_grace') return exactDuration(quantity, language)
  return code === 'free_below'
    ? withUnit(String(quantity / 1_000), 'kWh', language)
    : new Intl.NumberFormat(languageTags[language], { style: 'percent', maximumFractionDigits: 2 }).format(
        quantity / 10_000,
      )
}

/** Returns when a price applies and in which steps it is charged; empty if it always applies and has none. */
export function restText(
  { code, conditions, isOtherwise, step }: PriceSentence,
  about: PriceLanguage,
): string {
  const { language, text } = about
  const when = conditionsText(conditions, about) || (isOtherwise ? text('words.otherwise', {}) : '')
  if (step === null) return when
  const size =
    code === 'energy' ? withUnit(String(step / 1_000), 'kWh', language) : exactDuration(step, language)
  return [when, text('words.step', { step: size })].filter(Boolean).join(', ')
}

/** A row of a table of prices: the price if it has one, and its conditions and other sentences. */
export interface PriceTableRow {
  key: (typeof priceRows)[number]['key']
  price: string | null
  notes: string[]
}

const unitPrices: readonly PriceSentenceCode[] = ['energy', 'time', 'session', 'idle']

/**
 * Returns all prices of a tariff in the order of AFIR Article 5(4). A row without price and notes is one that the tariff
 * does not have.
 */
export function priceTable(definition: TariffDefinition, about: PriceLanguage): PriceTableRow[] {
  const sentences = priceInWords(definition)
  return priceRows.map(({ key, codes }) => {
    const own = sentences.filter(({ code }) => (codes as readonly string[]).includes(code))
    const [first] = own
    const hasPrice = first !== undefined && first.amount !== null && unitPrices.includes(first.code)
    const notes = own.map((sentence, index) =>
      index === 0 && hasPrice && sentence.code !== 'idle'
        ? restText(sentence, about)
        : sentenceText(sentence, about),
    )
    return {
      key,
      price: hasPrice ? moneyText(first.amount!, first.currency, about.language) : null,
      notes: notes.filter((note) => note !== ''),
    }
  })
}

function sentenceText(sentence: PriceSentence, about: PriceLanguage): string {
  const { code, amount, currency } = sentence
  const main = about.text(`words.${code}`, {
    price: amount === null ? '' : moneyText(amount, currency, about.language),
    quantity: quantityText(sentence, about),
  })
  const rest = restText(sentence, about)
  return rest ? `${main}, ${rest}` : main
}

function conditionText(one: PriceCondition, { language, text }: PriceLanguage): string {
  if (one.code === 'days') return daysText(one.days, language)
  if (one.code === 'times') return text('when.range', { from: one.from, to: one.to })
  const [from, to] = limitsOf(one, language)
  if (from !== null && to !== null) return text(`when.${one.code}.both`, { from, to })
  return text(from === null ? `when.${one.code}.to` : `when.${one.code}.from`, { from, to })
}

function limitsOf(
  one: Extract<PriceCondition, { code: Range }>,
  language: Language,
): [string | null, string | null] {
  // a date ends before its last day
  if (one.code === 'dates') return [dateText(one.from, 0, language), dateText(one.to, -1, language)]
  const limit = (value: string | number | null): string | null => {
    if (value === null || Number(value) === 0) return null
    if (one.code === 'duration') return exactDuration(Number(value), language)
    return withUnit(String(value), one.code === 'energy' ? 'kWh' : 'kW', language)
  }
  return [limit(one.from), limit(one.to)]
}

/** Returns false for a range that begins at nothing and has no end. */
const isLimit = (one: PriceCondition): boolean =>
  one.code === 'days' || one.code === 'times' || Number(one.from) !== 0 || one.to !== null

function withUnit(value: string, unit: 'kWh' | 'kW', language: Language): string {
  const number = Number(value).toLocaleString(languageTags[language], { maximumFractionDigits: 3 })
  return `${number}\u00a0${unitSymbols[language][unit]}`
}

function dateText(date: string | null, days: number, language: Language): string | null {
  if (date === null) return null
  const form = new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'medium', timeZone: 'UTC' })
  return form.format(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000)
}

/** Returns weekdays as a range if they follow each other: Mon–Fri. */
export function daysText(days: readonly number[], language: Language): string {
  const tag = languageTags[language]
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  // 1 January 2024 was a Monday
  const name = (day: number): string => weekday.format(Date.UTC(2024, 0, day))
  const [first, last] = [days[0]!, days.at(-1)!]
  return days.length > 2 && last - first === days.length - 1
    ? `${name(first)}–${name(last)}`
    : new Intl.ListFormat(tag, { type: 'conjunction' }).format(days.map(name))
}
