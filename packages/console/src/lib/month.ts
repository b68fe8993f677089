import type { Parameter } from './address.ts'
import { dayOf } from './day.ts'

/** Returns the month of an instant in the time zone of the browser, such as 2026-10. */
const monthOf = (at: Date): string => dayOf(at).slice(0, 7)

/** Returns the present month. */
export const thisMonth = (): string => monthOf(new Date())

const monthWith = (otherwise: () => string): Parameter<string> => ({
  read: (raw) => (raw && /^20\d\d-(0[1-9]|1[0-2])$/.test(raw) ? raw : otherwise()),
  write: (value) => (value === otherwise() ? null : value),
})

/** A month in the address; the present one by default. */
export const monthParameter = monthWith(thisMonth)

/** A month in the address; by default the one before the present. */
export const lastMonthParameter = monthWith(() => shiftMonth(thisMonth(), -1))

/** Returns the month after a number of months, before if negative. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthOf(new Date(year, number - 1 + by, 1))
}

/** Returns the name of a month with its year. */
export const monthName = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
