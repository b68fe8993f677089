import { DocumentFormat } from '../format.ts'
import type { StatementDocument, StatementSums } from '../statement-document.ts'
import { textsOf } from '../texts.ts'
import { headRight, right } from './cells.ts'
import { pageDefinition } from './definition.ts'
import { frame } from './frame.ts'
import type { Cell, Content, Definition } from './pdfmake.ts'
import { joined, plain, rowRules } from './theme.ts'
import { addressLines } from './view.ts'

/** Returns the definition of the pages of a statement for pdfmake. */
export function statementDefinition(document: StatementDocument): Definition {
  const texts = textsOf(document.language)
  const title = document.isTrial ? `${texts.trialTitle}: ${texts.statement}` : texts.statement
  return pageDefinition(document, {
    ...frame({ document, texts }, title),
    content: [
      { columns: [recipient(document), facts(document)], columnGap: 24, margin: [0, 36, 0, 0] },
      { text: `${title} ${document.number}`, style: 'title', margin: [0, 22, 0, 0] },
      lineTable(document),
      { text: texts.statementNote, fontSize: 8, style: 'muted', margin: [0, 16, 0, 0] },
    ],
  })
}

function recipient(document: StatementDocument): Content {
  const { seller, buyer } = document
  const home = seller.address.country
  return {
    width: '*',
    stack: [
      {
        text: joined([seller.legalName, ...addressLines({ document }, seller.address, home)], ' · '),
        fontSize: 6.5,
        style: 'muted',
        margin: [0, 0, 0, 8],
      },
      { text: buyer.name },
      ...addressLines({ document }, buyer.address, home).map((text) => ({ text })),
    ],
  }
}

function facts(document: StatementDocument): Content {
  const texts = textsOf(document.language)
  const format = new DocumentFormat(document)
  const rows: [string, string | null][] = [
    [texts.issuedOn, format.day(document.issuedOn)],
    [texts.statementPeriod, format.days(document.period)],
    [texts.clientNumber, document.buyer.number],
  ]
  const body = rows.flatMap(([label, value]): Cell[][] =>
    value === null ? [] : [[{ text: label, style: 'muted' }, { text: value }]],
  )
  return { width: 224, table: { widths: [96, '*'], body }, layout: plain }
}

function lineTable(document: StatementDocument): Content {
  const texts = textsOf(document.language)
  const format = new DocumentFormat(document)
  const figures = ({ sessions, energyWh, netMinor, commissionMinor, shareMinor }: StatementSums): Cell[] => [
    right(format.decimal(String(sessions))),
    right(format.energy(energyWh)),
    right(format.amount(netMinor)),
    right(format.amount(commissionMinor)),
    right(format.amount(shareMinor)),
  ]
  const total = [{ text: texts.total }, ...figures(document.total)] as Exclude<Cell, ''>[]
  return {
    margin: [0, 14, 0, 0],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: ['*', 54, 84, 70, 70, 70],
      body: [
        [
          { text: texts.station, style: 'head' },
          headRight(texts.sessions),
          headRight(texts.energy),
          headRight(`${texts.netRevenue} ${document.currency}`),
          headRight(`${texts.commission} ${document.currency}`),
          headRight(`${texts.share} ${document.currency}`),
        ],
        ...document.lines.map((line): Cell[] => [
          {
            stack: [
              { text: line.station },
              ...(line.site === null ? [] : [{ text: line.site, style: 'small' }]),
            ],
          },
          ...figures(line),
        ]),
        total.map((cell) => ({ ...cell, style: 'strong' })),
      ],
    },
    layout: rowRules,
  }
}
