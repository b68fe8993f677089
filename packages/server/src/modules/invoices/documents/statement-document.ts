import type { InvoiceDocument } from './invoice-document.ts'

/** Sums of sessions at a station, or of all. */
export interface StatementSums {
  sessions: number
  energyWh: number
  netMinor: number
  commissionMinor: number
  shareMinor: number
}

/** Statement of an owner of stations for a month. It states no tax and is no invoice. */
export interface StatementDocument
  extends Pick<
    InvoiceDocument,
    'seller' | 'buyer' | 'number' | 'issuedOn' | 'period' | 'language' | 'currency' | 'isTrial'
  > {
  lines: readonly (StatementSums & { station: string; site: string | null })[]
  total: StatementSums
}
