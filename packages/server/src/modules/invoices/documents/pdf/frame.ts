import { inGroups } from '../identifiers.ts'
import type { InvoiceDocument } from '../invoice-document.ts'
import { readLogo } from '../logo.ts'
import { fill } from '../texts.ts'
import { textLines } from './cells.ts'
import type { Content, Definition } from './pdfmake.ts'
import { color, joined, page, rule } from './theme.ts'
import { addressLines, type View } from './view.ts'

/** Content of the frame of a document. */
type Framed = Pick<View, 'texts'> & {
  document: Pick<InvoiceDocument, 'seller' | 'number' | 'isTrial' | 'language'>
}

/** Returns header and footer of the pages, and the mark of a trial. */
export const frame = (view: Framed, title: string): Pick<Definition, 'header' | 'footer' | 'watermark'> => ({
  header: (current) => ({
    margin: [page.left, 28, page.right, 0],
    stack: [current === 1 ? letterhead(view) : runningTitle(view, title), ...trialBand(view)],
  }),
  footer: (current, pages) => ({
    margin: [page.left, 8, page.right, 0],
    stack: [
      {
        text: fill(view.texts.page, { page: String(current), pages: String(pages) }),
        style: 'small',
        alignment: 'right',
        margin: [0, 0, 0, 4],
      },
      rule(page.contentWidth),
      { columns: legalColumns(view), columnGap: 16, margin: [0, 6, 0, 0], fontSize: 6.8, color: color.muted },
    ],
  }),
  ...(view.document.isTrial
    ? {
        watermark: {
          text: view.texts.trialTitle,
          color: color.trial,
          opacity: 0.09,
          bold: true,
          fontSize: 64,
        },
      }
    : {}),
})

const logoSize = { width: 170, height: 44 } as const

function letterhead({ document: { seller } }: Framed): Content {
  const logo = seller.logo && readLogo(seller.logo)
  if (!seller.logo || !logo) return { text: seller.legalName, fontSize: 13, bold: true }
  const data = Buffer.from(seller.logo).toString('base64')
  return { image: `data:${logo.mimeType};base64,${data}`, fit: [logoSize.width, logoSize.height] }
}

const runningTitle = ({ document }: Framed, title: string): Content => ({
  columns: [{ text: document.seller.legalName }, { text: `${title} ${document.number}`, alignment: 'right' }],
  style: 'small',
})

function trialBand({ document, texts }: Framed): Content[] {
  if (!document.isTrial) return []
  const band: Content = {
    text: `${texts.trialTitle}. ${texts.trialText}`,
    color: color.trial,
    bold: true,
    fontSize: 8.5,
    margin: [0, 3, 0, 0],
  }
  return [band]
}

const labeled = (label: string, value: string | null) => (value === null ? null : `${label} ${value}`)

function legalColumns(view: Framed): Content[] {
  const { texts } = view
  const { seller } = view.document
  return [
    textLines([seller.legalName, ...addressLines(view, seller.address)]),
    textLines([
      labeled(texts.vatId, seller.vatId),
      labeled(texts.taxNumber, seller.taxNumber),
      seller.register,
      seller.managing,
    ]),
    textLines([
      labeled('IBAN', seller.iban && inGroups(seller.iban)),
      labeled('BIC', seller.bic),
      seller.contact && joined([seller.contact.email, seller.contact.phone], ' · '),
    ]),
  ]
}
