import { amountOfMinor } from '../../../lib/amount.ts'
import { useFormat } from '../../../lib/format.ts'

const sign = (value: number, text: string): string => (value > 0 ? '+' : value < 0 ? '\u2212' : '') + text

/** Returns functions for amounts in minor units and for changes in percent, with their sign. */
export function useSigned(currency: string) {
  const format = useFormat()
  const money = (minor: number): string => format.money(amountOfMinor(minor, currency), currency)
  return {
    money,
    difference: (minor: number): string => sign(minor, money(Math.abs(minor))),
    percent: (value: number | null): string =>
      value === null ? '–' : sign(value, format.percent(Math.abs(value), 1)),
  }
}
