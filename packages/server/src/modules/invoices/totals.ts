import { taxesOfLines } from '../../shared/taxes.ts'

/** Country and rate of a tax. */
export interface TaxRate {
  /** Country of the supply, ISO 3166-1 alpha-2. */
  country: string
  /** Basis points: 1900 is 19 %. */
  taxBp: number
}

/** Sums of an invoice for one country and rate of tax. */
export interface TaxTotal extends TaxRate {
  netMinor: number
  taxMinor: number
  grossMinor: number
}

/** Totals of an invoice; the taxes are ordered by country, then by rate. */
export interface InvoiceTotals {
  netMinor: number
  taxMinor: number
  grossMinor: number
  taxes: TaxTotal[]
}

/** Net amount and tax of a line. */
export interface LineTax {
  netMinor: number
  taxMinor: number
}

/**
 * Returns the totals of an invoice, and its lines with net amount and tax, whose sums are those of the invoice. Tax is
 * computed once per country and rate: out of gross amounts, or on top of net ones, rounded half away from zero
 * (EN 16931, BR-CO-17). It is divided among the lines by the largest remainder.
 * @param lines amounts in minor units as in their price list; negative ones take others back
 * @param isTaxIncluded true if these are gross
 */
export function invoiceTotals<Line extends TaxRate & { amountMinor: number }>(
  lines: readonly Line[],
  isTaxIncluded: boolean,
): InvoiceTotals & { lines: (Line & LineTax)[] } {
  const ofLines: LineTax[] = []
  for (const indexes of byRate(lines)) {
    const { taxBp } = lines[indexes[0]!]!
    const amounts = indexes.map((index) => lines[index]!.amountMinor)
    const taxes = taxesOfLines(amounts, taxBp, isTaxIncluded)
    for (const [position, index] of indexes.entries()) {
      const taxMinor = taxes[position]!
      const { amountMinor } = lines[index]!
      ofLines[index] = { netMinor: isTaxIncluded ? amountMinor - taxMinor : amountMinor, taxMinor }
    }
  }
  const taxed = lines.map((line, index) => ({ ...line, ...ofLines[index]! }))
  return { ...sumOfLines(taxed), lines: taxed }
}

/** Adds up the amounts of lines per country and rate; nothing is computed again. */
export function sumOfLines(lines: readonly (TaxRate & LineTax)[]): InvoiceTotals {
  const taxes = byRate(lines).map((indexes): TaxTotal => {
    const { country, taxBp } = lines[indexes[0]!]!
    let [netMinor, taxMinor] = [0, 0]
    for (const index of indexes) {
      netMinor += lines[index]!.netMinor
      taxMinor += lines[index]!.taxMinor
    }
    return { country, taxBp, netMinor, taxMinor, grossMinor: netMinor + taxMinor }
  })
  const sum = (name: 'netMinor' | 'taxMinor' | 'grossMinor') =>
    taxes.reduce((total, tax) => total + tax[name], 0)
  return { netMinor: sum('netMinor'), taxMinor: sum('taxMinor'), grossMinor: sum('grossMinor'), taxes }
}

/** Returns the indexes of the lines of each country and rate. */
function byRate(lines: readonly TaxRate[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, { country, taxBp }] of lines.entries()) {
    const key = `${country}:${String(taxBp).padStart(5, '0')}`
    const group = groups.get(key)
    if (group) group.push(index)
    else groups.set(key, [index])
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, indexes]) => indexes)
}
