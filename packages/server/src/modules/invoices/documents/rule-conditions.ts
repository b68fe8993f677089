import { invoiceSchema } from '@e-invoice-eu/core'
import { type Fraction, fractionOf, isSame, multiply, readDecimal, round, sum } from './decimals.ts'
import type { Terms } from './electronic-terms.ts'

export interface Rule {
  id: string
  /** Its requirement, in short. */
  text: string
  holds: (terms: Terms) => boolean
}

/** Code lists of Peppol BIS Billing 3, as published with the package. */
export const codeLists = (
  invoiceSchema as unknown as { $defs: { codeLists: Record<string, { enum: string[] }> } }
).$defs.codeLists
export const codesOf = (list: string): readonly string[] => codeLists[list]!.enum
export const isIn = (list: string, code: string): boolean => codesOf(list).includes(code)

export const hasKnownCurrencies = ({ taxTotals }: Terms) =>
  taxTotals.every(({ currency }) => isIn('ISO4217', currency))

export const number = (text: string): Fraction => readDecimal(text) ?? fractionOf(0)
export const isTotal = (total: string, addends: readonly string[]) =>
  isSame(number(total), sum(addends.map(number)))
export const isAtLeastZero = (text: string) => !text.startsWith('-')
export const isZero = (text: string) => number(text).numerator === 0n
/** Returns true if two exact values differ by at most this many hundredths. */
export const isNear = (one: Fraction, other: Fraction, cents: bigint) => {
  const difference = round(sum([one, multiply(other, fractionOf(-1))]), 4)
  return difference <= cents * 100n && difference >= -cents * 100n
}
export const hasAtMostTwoDecimals = (amount: string) => /^-?\d+(\.\d{1,2})?$/.test(amount)
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
export const isGiven = (...texts: readonly string[]) => texts.every((text) => text.trim() !== '')
export const isTransfer = (code: string) => code === '30' || code === '58'
export const taxIds = ({ seller }: Terms) => seller.vatId || seller.taxId
/** Country of a VAT number; Greece has a code of its own. */
export const hasCountry = (vatId: string) =>
  isIn('ISO3166', vatId.slice(0, 2)) || vatId.startsWith('EL') || vatId.startsWith('XI')
export const amountsOf = ({ sums, taxTotals, taxes, lines }: Terms): string[] => [
  ...Object.values(sums).filter((amount) => amount !== ''),
  ...taxTotals.map(({ amount }) => amount),
  ...taxes.flatMap(({ net, tax }) => [net, tax]),
  ...lines.map(({ net }) => net),
]

/** A rule of each line, and of each sum of a tax rate. */
export const eachLine = (holds: (line: Terms['lines'][number], terms: Terms) => boolean) => (terms: Terms) =>
  terms.lines.every((line) => holds(line, terms))
export const eachTax = (holds: (tax: Terms['taxes'][number], terms: Terms) => boolean) => (terms: Terms) =>
  terms.taxes.every((tax) => holds(tax, terms))
