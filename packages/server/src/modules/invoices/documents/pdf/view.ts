import { DocumentFormat } from '../format.ts'
import type { InvoiceDocument, PostalAddress } from '../invoice-document.ts'
import { type DocumentTexts, textsOf } from '../texts.ts'
import { documentSums, type DocumentSums } from '../totals.ts'

/** Document with what all parts of the PDF need to print it. */
export type View = {
  document: InvoiceDocument
  texts: DocumentTexts
  format: DocumentFormat
  sums: DocumentSums
}

export const viewOf = (document: InvoiceDocument): View => ({
  document,
  texts: textsOf(document.language),
  format: new DocumentFormat(document),
  sums: documentSums(document),
})

/** Name of the document: invoice or credit note, or a trial of it. */
export function titleOf({ document, texts }: View): string {
  const title = document.type === 381 ? texts.creditNote : texts.invoice
  return document.isTrial ? `${texts.trialTitle}: ${title}` : title
}

/** Returns the lines of an address; the country only if it is not the given one. */
export function addressLines(
  { document }: { document: Pick<InvoiceDocument, 'language'> },
  address: PostalAddress,
  home: string | null = null,
): string[] {
  const { street, additional, postalCode, city, country } = address
  const name =
    country === home ? '' : new Intl.DisplayNames(document.language, { type: 'region' }).of(country)
  return [street, additional ?? '', `${postalCode} ${city}`, name ?? country].filter(
    (line) => line.trim() !== '',
  )
}
