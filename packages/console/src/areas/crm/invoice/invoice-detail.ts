import type { AnswerOf, invoiceGet } from '@stationmaster/contract'

/** An invoice with its taxes, documents and credit notes. */
export type InvoiceDetail = AnswerOf<typeof invoiceGet>
