import type { InvoiceDocument } from '../invoice-document.ts'
import { firstPart } from './first-part.ts'
import { frame } from './frame.ts'
import type { Definition } from './pdfmake.ts'
import { secondPart } from './second-part.ts'
import { color, font, page, styles } from './theme.ts'
import { titleOf, type View } from './view.ts'

/** Date of everything in the PDF that has one, so that the same document gives the same bytes. */
export const dateOf = ({ issuedOn }: Pick<InvoiceDocument, 'issuedOn'>): Date =>
  new Date(`${issuedOn}T00:00:00Z`)

/** Returns the definition of the pages of an invoice for pdfmake. */
export const definitionOf = (view: View): Definition =>
  pageDefinition(view.document, {
    ...frame(view, titleOf(view)),
    content: [...firstPart(view), ...secondPart(view)],
  })

/** Returns a definition with what all documents have in common. */
export function pageDefinition(
  document: Pick<InvoiceDocument, 'language' | 'issuedOn'>,
  parts: Pick<Definition, 'header' | 'footer' | 'watermark' | 'content'>,
): Definition {
  return {
    pageSize: 'A4',
    pageMargins: [page.left, page.top, page.right, page.bottom],
    version: '1.7',
    subset: 'PDF/A-3b',
    language: document.language,
    // Title and author would be written without escaping into the XMP metadata.
    info: { creator: 'Stationmaster', creationDate: dateOf(document) },
    defaultStyle: { font, fontSize: 9, color: color.text, lineHeight: 1.15 },
    styles,
    ...parts,
  }
}
