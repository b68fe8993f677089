/**
 * Documents of an invoice: PDF with attachments, CII and UBL. Pure functions of an `InvoiceDocument`, without
 * database, clock and network. Not here: when a document is issued, its number, its storage.
 */
export { localTime } from './calculation.ts'
export { writeCii } from './cii.ts'
export { documentLimits } from './document-limits.ts'
export { type DocumentProblem, findDocumentProblems } from './document-problems.ts'
export { findElectronicInvoiceProblems, type Profile } from './electronic-invoice.ts'
export { epcQrText } from './epc-qr.ts'
export { creditorReference, isBic, isCreditorReference, isIban } from './identifiers.ts'
export type * from './invoice-document.ts'
export { renderPdf, type RenderedPdf } from './pdf/render-pdf.ts'
export { computeTotals, documentSums, lineNetAmounts } from './totals.ts'
export { writeUbl } from './ubl.ts'
