import type { InvoiceDocument } from './invoice-document.ts'

/** Sums of all rates, and the amount that remains to be paid. */
export type DocumentSums = { netMinor: number; taxMinor: number; grossMinor: number; dueMinor: number }

export function documentSums({
  totals,
  paidMinor,
}: Pick<InvoiceDocument, 'totals' | 'paidMinor'>): DocumentSums {
  const sumOf = (field: 'netMinor' | 'taxMinor' | 'grossMinor') =>
    totals.reduce((sum, total) => sum + total[field], 0)
  const grossMinor = sumOf('grossMinor')
  return {
    netMinor: sumOf('netMinor'),
    taxMinor: sumOf('taxMinor'),
    grossMinor,
    dueMinor: grossMinor - paidMinor,
  }
}
