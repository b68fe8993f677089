import {
  clockSymbols,
  durationParts,
  groupedNumbers,
  languageTags,
  moneyText,
  type Unit,
  unitSymbols,
} from '@stationmaster/contract'
import { useMemo } from 'react'
import { type Language, useLanguage } from './texts.ts'

export type { Unit }

/**
 * Numbers and times in the user's language, by Intl alone. Every function takes values as the API returns
 * them (Wh, W, ISO instants, decimal strings) and returns text; an unknown value is an en dash.
 */
export const nothing = '–'
type Amount = number | null | undefined
type Moment = string | number | Date | null | undefined

/** Value and unit separately, for figures that draw them in two sizes. */
export interface Quantity {
  value: string
  unit: string
}

export type Format = ReturnType<typeof createFormat>

/** Returns a function that creates a value at its first call and returns it from then on. */
function once<T extends object>(create: () => T): () => T {
  let created: T | undefined
  return () => (created ??= create())
}

/**
 * Creates the formats of one language; times in `timeZone`, by default the browser's. Each form of Intl is created with
 * its first use: all of them together take 20 to 60 ms on a phone.
 */
export function createFormat(language: Language, timeZone?: string) {
  const tag = languageTags[language]
  return {
    language,
    tag,
    ...amountsIn(language, tag),
    ...durationsIn(language, tag),
    ...momentsIn(tag, timeZone),
    ...wordsIn(tag),
    get decimalSeparator(): string {
      const parts = new Intl.NumberFormat(tag).formatToParts(0.5)
      return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
    },
    /** Name of the displayed time zone. */
    get zone(): string {
      return timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    },
  }
}

function amountsIn(language: Language, tag: string) {
  const forms = new Map<number, Intl.NumberFormat>()
  const form = (digits: number): Intl.NumberFormat => {
    const known = forms.get(digits)
    if (known) return known
    const made = new Intl.NumberFormat(tag, {
      ...groupedNumbers,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    forms.set(digits, made)
    return made
  }
  const number = (value: Amount, digits = 0): string =>
    value === null || value === undefined || !Number.isFinite(value) ? nothing : form(digits).format(value)
  const quantity = (value: Amount, digits: number, unit: Unit): Quantity => ({
    value: number(value, digits),
    unit: unitSymbols[language][unit],
  })
  const powerQuantity = (watts: Amount): Quantity => quantity(scaled(watts), 1, 'kW')
  const energyQuantity = (wattHours: Amount): Quantity => quantity(scaled(wattHours), 1, 'kWh')
  return {
    number,
    quantity,
    /** Returns the symbol of a unit in the language; that of another unit unchanged. */
    unit: (unit: string): string => (unitSymbols[language] as Partial<Record<string, string>>)[unit] ?? unit,
    /** Formats W as kW with one decimal. */
    power: (watts: Amount): string => joined(powerQuantity(watts)),
    powerQuantity,
    /** Formats Wh as kWh with one decimal. */
    energy: (wattHours: Amount): string => joined(energyQuantity(wattHours)),
    energyQuantity,
    withUnit: (value: Amount, digits: number, unit: Unit): string => joined(quantity(value, digits, unit)),
    /** Formats a percentage (0 to 100). */
    percent: (value: Amount, digits = 0): string => {
      if (value === null || value === undefined) return nothing
      return new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: digits }).format(
        value / 100,
      )
    },
    /** Formats a decimal string of the API as money, with all its decimals and at least those of the currency: €0.4925. */
    money: (amount: string | null | undefined, currency: string): string => money(amount, currency, language),
    bytes: (size: Amount): string => bytes(tag, size),
  }
}

function momentsIn(tag: string, timeZone?: string) {
  const form = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(tag, timeZone ? { ...options, timeZone } : options))
  const dateTimeForm = form({ dateStyle: 'medium', timeStyle: 'short' })
  const exactForm = form({ dateStyle: 'long', timeStyle: 'long' })
  const stampForm = form({
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const dateForm = form({ dateStyle: 'medium' })
  const clockForm = form({ timeStyle: 'short' })
  const momentForm = form({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const dayForm = form({ day: 'numeric', month: 'short' })
  const timeForm = form({ timeStyle: 'medium' })
  const relativeForm = once(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }))
  return {
    dateTime: (value: Moment): string => written(value, dateTimeForm),
    /** In digits, for fields and narrow cells. */
    stamp: (value: Moment): string => written(value, stampForm),
    /** With seconds and zone, for titles. */
    exact: (value: Moment): string => written(value, exactForm),
    date: (value: Moment): string => written(value, dateForm),
    /** Formats two dates; what both have in common is written once. */
    dateRange: (from: Moment, to: Moment): string => {
      const [first, last] = [asDate(from), asDate(to)]
      return first && last ? dateForm().formatRange(first, last) : nothing
    },
    time: (value: Moment): string => written(value, timeForm),
    /** Time without seconds, with the date if it is not today: the reference of a figure. */
    clock: (value: Moment, now: number): string =>
      written(value, written(value, dateForm) === dateForm().format(now) ? clockForm : dateTimeForm),
    /** Relative within 24 hours, absolute after. */
    ago: (value: Moment, now: number): string => {
      const date = asDate(value)
      if (!date) return nothing
      const seconds = Math.round((date.getTime() - now) / 1000)
      const size = Math.abs(seconds)
      if (size >= 86_400) return dateTimeForm().format(date)
      if (size < 60) return relativeForm().format(seconds, 'second')
      if (size < 3_600) return relativeForm().format(Math.trunc(seconds / 60), 'minute')
      return relativeForm().format(Math.trunc(seconds / 3_600), 'hour')
    },
    /** Time with seconds, with the day if it is not today: the entry of a log. */
    entry: (value: Moment, now: number): string => {
      const time = written(value, timeForm)
      const day = written(value, dayForm)
      return day === dayForm().format(now) ? time : `${day} ${time}`
    },
    /** Weekday, day, month and time. */
    moment: (value: Moment): string => written(value, momentForm),
    /** Start and end of a period; what both have in common appears once. */
    range: (from: Moment, to: Moment): string => {
      const [start, end] = [asDate(from), asDate(to)]
      if (!start || !end) return nothing
      return end < start
        ? `${momentForm().format(start)} – ${momentForm().format(end)}`
        : momentForm().formatRange(start, end)
    },
  }
}

function wordsIn(tag: string) {
  return {
    list: (words: string[]): string => new Intl.ListFormat(tag, { type: 'conjunction' }).format(words),
  }
}

function durationsIn(language: Language, tag: string) {
  const symbols = clockSymbols[language].split(' ')
  const joinedParts = (seconds: Amount, select: (parts: string[], first: number) => string[]): string => {
    if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return nothing
    const parts = durationParts(seconds, language)
    const shown = select(
      parts,
      parts.findIndex((part) => part !== ''),
    ).filter((part) => part !== '')
    return shown.join('\u00a0') || `0\u00a0${symbols[3]}`
  }
  /** Formats seconds in at most two units: `40 s`, `46 min`, `2 h 12 min`, `3 d 4 h`. Minutes have no seconds. */
  const duration = (seconds: Amount): string =>
    joinedParts(seconds, (parts, first) => (first > 1 ? [parts[first] ?? ''] : parts.slice(first, first + 2)))
  return {
    duration,
    /** Symbol of the second. */
    second: symbols[3] ?? '',
    /** Formats seconds in all units, for values that a user set: `1 min 30 s`. */
    exactDuration: (seconds: Amount): string => joinedParts(seconds, (parts) => parts),
    /** Formats a response time in ms: `250 ms`, `1.5 s`, from ten seconds as a duration. */
    responseTime: (ms: Amount): string => {
      if (ms === null || ms === undefined || !Number.isFinite(ms)) return nothing
      if (ms >= 10_000) return duration(ms / 1_000)
      const [value, symbol] = ms < 1_000 ? [Math.round(ms), symbols[4]] : [ms / 1_000, symbols[3]]
      return `${value.toLocaleString(tag, { maximumFractionDigits: 1 })}\u00a0${symbol}`
    },
  }
}

function bytes(tag: string, size: Amount): string {
  if (size === null || size === undefined) return nothing
  const step = size < 1_000 ? 0 : size < 1_000_000 ? 1 : size < 1_000_000_000 ? 2 : 3
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[step]
  const digits = step === 0 ? 0 : 1
  const form = new Intl.NumberFormat(tag, {
    style: 'unit',
    unit,
    // the short form of bytes has no plural in English
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: digits,
  })
  return form.format(size / 1_000 ** step)
}

const joined = ({ value, unit }: Quantity): string => (value === nothing ? value : `${value}\u00a0${unit}`)

function written(value: Moment, form: () => Intl.DateTimeFormat): string {
  const date = asDate(value)
  return date ? form().format(date) : nothing
}

const scaled = (value: Amount): Amount => (value === null || value === undefined ? value : value / 1000)

const money = (amount: string | null | undefined, currency: string, language: Language): string =>
  amount === null || amount === undefined || amount === '' ? nothing : moneyText(amount, currency, language)

function asDate(value: Moment): Date | null {
  if (value === null || value === undefined || value === '') return null
  const date = value instanceof Date ? value : new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

const made = new Map<string, Format>()

/** Returns the formats of the current language. */
export function useFormat(timeZone?: string): Format {
  const language = useLanguage()
  return useMemo(() => {
    const key = `${language} ${timeZone ?? ''}`
    const format = made.get(key) ?? createFormat(language, timeZone)
    made.set(key, format)
    return format
  }, [language, timeZone])
}
