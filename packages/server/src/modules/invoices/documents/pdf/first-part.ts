import { limitOf, unitPricesOf } from '../calculation.ts'
import { notesOf } from '../electronic-invoice.ts'
import { epcQrText } from '../epc-qr.ts'
import { inGroups } from '../identifiers.ts'
import type { InvoiceLine } from '../invoice-document.ts'
import { fill } from '../texts.ts'
import { amountRow, headRight, right } from './cells.ts'
import type { Cell, Content } from './pdfmake.ts'
import { joined, plain, rowRules } from './theme.ts'
import { addressLines, titleOf, type View } from './view.ts'

/** Returns the first part: addresses, lines, totals, payment and notes. */
export const firstPart = (view: View): Content[] =>
  present([
    { columns: [recipient(view), facts(view)], columnGap: 24, margin: [0, 36, 0, 0] },
    { text: `${titleOf(view)} ${view.document.number}`, style: 'title', margin: [0, 22, 0, 0] },
    precedingOf(view),
    lineTable(view),
    totals(view),
    payment(view),
    notes(view),
  ])

const present = (parts: readonly (Content | null)[]) => parts.filter((part) => part !== null)

function recipient(view: View): Content {
  const { seller, buyer } = view.document
  const home = seller.address.country
  return {
    width: '*',
    stack: [
      {
        text: joined([seller.legalName, ...addressLines(view, seller.address, home)], ' · '),
        fontSize: 6.5,
        style: 'muted',
        margin: [0, 0, 0, 8],
      },
      { text: buyer.name },
      ...addressLines(view, buyer.address, home).map((text) => ({ text })),
    ],
  }
}

function facts({ document, texts, format, sums }: View): Content {
  const { buyer, type } = document
  const rows: [string, string | null][] = [
    [type === 381 ? texts.creditNoteNumber : texts.invoiceNumber, document.number],
    [texts.issuedOn, format.day(document.issuedOn)],
    [texts.period, format.days(document.period)],
    [texts.dueOn, document.dueOn && sums.dueMinor > 0 ? format.day(document.dueOn) : null],
    [texts.clientNumber, buyer.number],
    [texts.buyerVatId, buyer.vatId],
    [texts.buyerReference, buyer.reference],
  ]
  return { width: 224, table: { widths: [96, '*'], body: factRows(rows) }, layout: plain }
}

const factRows = (rows: readonly [string, string | null][]): Cell[][] =>
  rows.flatMap(([label, value]) => (value ? [[{ text: label, style: 'muted' }, { text: value }]] : []))

/** Names the invoice that a credit note corrects, or that an invoice replaces. */
function precedingOf({ document, texts, format }: View): Content | null {
  if (!document.precedingInvoice) return null
  const { number, issuedOn } = document.precedingInvoice
  const text = document.type === 381 ? texts.corrects : texts.replaces
  return { text: fill(text, { number, date: format.day(issuedOn) }), margin: [0, 4, 0, 0] }
}

/** Returns true if the seller states no tax: a small business, or the recipient owes it. */
const isUntaxed = ({ seller, isReverseCharge }: View['document']) => seller.isSmallBusiness || isReverseCharge

/** Says below the head of a column whether its prices contain the tax; a small business has none. */
function basisOf({ document, texts }: View): string {
  if (document.seller.isSmallBusiness) return ''
  return `\n${document.pricesIncludeTax ? texts.withTax : texts.withoutTax}`
}

function lineTable(view: View): Content {
  const { document, texts } = view
  const basis = basisOf(view)
  return {
    margin: [0, 14, 0, 0],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: [16, '*', 72, 84, 34, 62],
      body: [
        [
          { text: texts.position, style: 'head' },
          { text: texts.description, style: 'head' },
          headRight(texts.quantity),
          headRight(`${texts.unitPrice}${basis}`),
          headRight(texts.tax),
          headRight(`${texts.amount} ${document.currency}${basis}`),
        ],
        ...document.lines.map((line, index) => lineRow(view, line, index)),
      ],
    },
    layout: rowRules,
  }
}

/** Most unit prices in one row; the second part has all. */
const pricesPerRow = 4

function lineRow({ document, format, texts }: View, line: InvoiceLine, index: number): Cell[] {
  const { session, service } = line
  const unitPrices = unitPricesOf(line)
  const isFirst = session !== null && document.lines[index - 1]?.session?.number !== session.number
  const about = isFirst
    ? [joined([session.site, session.station], ' · '), format.span(session.startedAt, session.stoppedAt)]
    : []
  const limit = limitOf(line, document.currency)
  if (limit) about.push(limit === 'maximum' ? texts.maximumPrice : texts.minimumPrice)
  const prices = unitPrices.slice(0, pricesPerRow).map((price) => format.unitPrice(service, price))
  return [
    { text: String(index + 1), style: 'muted' },
    {
      stack: [
        { text: line.label },
        ...about.map((text): Content => ({ text, style: 'small', margin: [0, 1, 0, 0] })),
      ],
    },
    right(format.quantity(service, line.quantity)),
    right(joined([...prices, unitPrices.length > pricesPerRow ? '…' : null], '\n')),
    right(isUntaxed(document) ? '–' : format.percent(line.taxBp)),
    right(format.amount(line.amountMinor)),
  ]
}

/** Net amount and tax per rate, if there is any. */
function taxRows({ document, texts, format, sums }: View): Cell[][] {
  if (isUntaxed(document)) return []
  const taxes = document.totals.map(({ taxBp, netMinor, taxMinor }) =>
    amountRow(
      fill(texts.taxLine, { rate: format.percent(taxBp), net: format.amount(netMinor) }),
      format.amount(taxMinor),
      'muted',
    ),
  )
  return [amountRow(texts.net, format.amount(sums.netMinor), 'muted'), ...taxes]
}

function totals(view: View): Content {
  const { document, texts, format, sums } = view
  const taxes = taxRows(view)
  const invoiceTotal = isUntaxed(document) ? texts.totalUntaxed : texts.total
  const total = document.type === 381 ? texts.creditTotal : invoiceTotal
  const rest =
    document.paidMinor > 0
      ? [
          amountRow(texts.paid, `−${format.amount(document.paidMinor)}`, 'muted'),
          amountRow(texts.due, format.money(sums.dueMinor), 'total'),
        ]
      : []
  const body = [
    ...taxes,
    amountRow(total, format.money(sums.grossMinor), rest.length > 0 ? 'strong' : 'total'),
    ...rest,
  ]
  const ruled = taxes.length
  return {
    unbreakable: true,
    margin: [0, 8, 0, 0],
    columns: [
      { width: '*', text: '' },
      {
        width: 250,
        table: { widths: ['*', 'auto'], body },
        layout: {
          ...plain,
          hLineWidth: (at) =>
            (at > 0 && at === ruled) || (rest.length > 0 && at === body.length - 1) ? 0.5 : 0,
          hLineColor: rowRules.hLineColor,
          paddingTop: () => 2.5,
          paddingBottom: () => 2.5,
        },
      },
    ],
  }
}

function payment(view: View): Content | null {
  const { document, texts, sums } = view
  if (document.isTrial) return null
  const qr = epcQrText(document)
  const isTransfer = document.type === 380 && sums.dueMinor > 0
  return {
    unbreakable: true,
    margin: [0, 20, 0, 0],
    columns: [
      {
        width: '*',
        stack: present([
          { text: texts.payment, style: 'heading', margin: [0, 0, 0, 4] },
          { text: paymentSentence(view) },
          isTransfer ? account(view) : null,
        ]),
      },
      qr === null
        ? { width: 0, text: '' }
        : {
            width: 120,
            stack: [
              { qr, eccLevel: 'M', fit: 92, alignment: 'right' },
              { text: texts.scanToPay, style: 'small', alignment: 'right', margin: [0, 4, 0, 0] },
            ],
          },
    ],
  }
}

function paymentSentence({ document, texts, format, sums }: View): string {
  if (document.type === 381) return texts.creditTerms
  if (sums.dueMinor === 0) return texts.nothingDue
  const amount = format.money(sums.dueMinor)
  return document.dueOn === null
    ? fill(texts.transfer, { amount })
    : fill(texts.transferBy, { amount, date: format.day(document.dueOn) })
}

function account({ document: { seller, paymentReference }, texts }: View): Content | null {
  if (seller.iban === null) return null
  const rows: [string, string | null][] = [
    [texts.recipient, seller.legalName],
    ['IBAN', inGroups(seller.iban)],
    ['BIC', seller.bic],
    [texts.reference, paymentReference && inGroups(paymentReference)],
  ]
  return { margin: [0, 6, 0, 0], table: { widths: [96, '*'], body: factRows(rows) }, layout: plain }
}

/** Characters of notes that are not divided between pages. */
const unbreakableNotes = 1_500

function notes({ document, texts }: View): Content | null {
  const lines = notesOf(document, texts)
  if (lines.length === 0) return null
  return {
    unbreakable: lines.join('').length < unbreakableNotes,
    margin: [0, 16, 0, 0],
    stack: [
      { text: texts.notes, style: 'heading', margin: [0, 0, 0, 4] },
      ...lines.map((text): Content => ({ text, fontSize: 8, style: 'muted', margin: [0, 0, 0, 2] })),
    ],
  }
}
