import { currencyDigits } from '../currency.ts'
import { computedAmount, limitOf, unitPriceOf } from '../calculation.ts'
import { exactText, readExact, sum } from '../decimals.ts'
import type { CalculationPart, ChargingSession, InvoiceLine } from '../invoice-document.ts'
import { headRight, labeledCell, right } from './cells.ts'
import type { Cell, Content } from './pdfmake.ts'
import { joined, page, plain, rowRules, rule } from './theme.ts'
import type { View } from './view.ts'

type NumberedLine = InvoiceLine & { position: number }
type Group = { session: ChargingSession | null; lines: NumberedLine[] }

/** Lines of a block that is not divided between pages. */
const unbreakableParts = 14

/** Returns the second part: for each session its readings and the calculation of its lines. */
export function secondPart(view: View): Content[] {
  const { document, texts } = view
  const groups = groupLines(document.lines)
  if (
    groups.every(({ session, lines }) => session === null && lines.every(({ parts }) => parts.length === 0))
  )
    return []
  const hasInterpolated = document.lines.some(({ parts }) => parts.some((part) => part.isInterpolated))
  return [
    { text: texts.details, style: 'title', fontSize: 14, pageBreak: 'before' },
    { text: texts.detailsLead, style: 'muted', fontSize: 8, margin: [0, 3, 0, 0] },
    ...(hasInterpolated ? [{ text: texts.interpolated, style: 'muted', fontSize: 8 }] : []),
    ...groups.map((group) => groupBlock(view, group)),
  ]
}

/** Groups successive lines of the same session. */
function groupLines(lines: readonly InvoiceLine[]): Group[] {
  const groups: Group[] = []
  for (const [index, line] of lines.entries()) {
    const last = groups.at(-1)
    const numbered = { ...line, position: index + 1 }
    if (last && last.session?.number === line.session?.number) last.lines.push(numbered)
    else groups.push({ session: line.session, lines: [numbered] })
  }
  return groups
}

function groupBlock(view: View, { session, lines }: Group): Content {
  const { texts } = view
  const parts = lines.reduce((count, line) => count + line.parts.length, 0)
  return {
    unbreakable: parts <= unbreakableParts,
    margin: [0, 12, 0, 0],
    stack: [
      rule(page.contentWidth),
      {
        margin: [0, 6, 0, 0],
        columns: [
          { text: session ? `${texts.session} ${session.number}` : texts.otherServices, style: 'heading' },
          {
            text: session ? joined([session.site, session.station], ' · ') : '',
            style: 'muted',
            alignment: 'right',
          },
        ],
      },
      ...(session ? [readings(view, session)] : []),
      ...lines.map((line) => calculation(view, line)),
    ],
  }
}

function readings({ texts, format }: View, session: ChargingSession): Content {
  const reading = (wh: number | null) => (wh === null ? '–' : format.energy(wh))
  return {
    margin: [0, 4, 0, 0],
    table: {
      widths: ['*', '*', '*'],
      body: [
        [
          labeledCell(texts.begin, format.time(session.startedAt, 'seconds')),
          labeledCell(texts.meterBegin, reading(session.meterStartWh)),
          labeledCell(texts.energy, format.energy(session.energyWh)),
        ],
        [
          labeledCell(texts.end, format.time(session.stoppedAt, 'seconds')),
          labeledCell(texts.meterEnd, reading(session.meterStopWh)),
          labeledCell(texts.readings, session.signedValues.length > 0 ? texts.signed : texts.unsigned),
        ],
      ],
    },
    layout: { ...plain, paddingTop: () => 2, paddingBottom: () => 2 },
  }
}

function calculation(view: View, line: NumberedLine): Content {
  const { texts } = view
  return {
    margin: [0, 6, 0, 0],
    fontSize: 8,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: ['*', 76, 92, 96],
      body: [
        [
          { text: `${line.position}  ${line.label}`, bold: true, color: '#16191d' },
          headRight(texts.quantity),
          headRight(texts.unitPrice),
          headRight(`${texts.exact} ${view.document.currency}`),
        ],
        ...line.parts.map((part) => partRow(view, line, part)),
        ...resultRows(view, line),
      ],
    },
    layout: { ...rowRules, paddingTop: () => 2, paddingBottom: () => 2 },
  }
}

function partRow(view: View, { service, amountMinor }: InvoiceLine, part: CalculationPart): Cell[] {
  const { format } = view
  const sign = amountMinor < 0 ? '−' : ''
  const mark = part.isInterpolated ? ' *' : ''
  const price = unitPriceOf(part, service)
  const isCounted = part.quantity !== null && price !== null
  return [
    { text: joined([timeOf(view, part), reasonOf(view, part)], ' · '), style: 'muted' },
    right(isCounted ? `${sign}${format.quantity(service, part.quantity ?? 0)}${mark}` : ''),
    right(price === null ? '' : `× ${format.unitPrice(service, price)}`),
    right(`${sign}${exactOf(view, [part])}`),
  ]
}

const timeOf = ({ format }: View, { from, to }: CalculationPart) =>
  from === null || to === null ? null : format.span(from, to, 'seconds')

function reasonOf({ texts }: View, { reason }: CalculationPart): string | null {
  if (reason === 'price') return null
  return { step: texts.step, grace: texts.grace, minimum: texts.minimumPrice }[reason]
}

function exactOf({ document, format }: View, parts: readonly CalculationPart[]) {
  const results = parts.flatMap(({ exact }) => readExact(exact) ?? [])
  return format.decimal(exactText(sum(results), { least: digitsOf(document), most: 10 }))
}

const digitsOf = ({ currency }: View['document']) => currencyDigits(currency) ?? 2

/** Row of a result; its label takes the three columns before. */
const resultRow = (label: string, amount: string, style = 'muted'): Cell[] => [
  { text: label, colSpan: 3, alignment: 'right', style },
  '',
  '',
  { text: amount, alignment: 'right', style },
]

function resultRows(view: View, line: NumberedLine): Cell[][] {
  const { texts, format, document } = view
  const { parts, amountMinor } = line
  const sign = amountMinor < 0 ? '−' : ''
  const computed = computedAmount(line, digitsOf(document)) ?? Math.abs(amountMinor)
  const isLimited = limitOf(line, document.currency) === 'maximum'
  const rounded = isLimited ? computed : amountMinor
  return [
    ...(parts.length > 1 ? [resultRow(texts.sum, `${sign}${exactOf(view, parts)}`)] : []),
    resultRow(texts.rounded, format.money(rounded), isLimited ? 'muted' : 'strong'),
    ...(isLimited ? [resultRow(texts.maximumPrice, format.money(amountMinor), 'strong')] : []),
  ]
}
