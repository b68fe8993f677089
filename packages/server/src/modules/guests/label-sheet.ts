import type { locales } from '@stationmaster/contract'
import { type Content, type Definition, renderDefinition } from '../invoices/index.ts'
import type { LabelRow } from './code-store.ts'
import { labelTexts } from './label-texts.ts'

export interface Label extends Pick<LabelRow, 'no' | 'operator' | 'place' | 'station' | 'phone'> {
  /** Public id of the EVSE; null if the operator has none. */
  id: string | null
  /** Content of the QR code. */
  address: string
}

const labelsPerRow = 2
const rowsPerPage = 4
const qrSize = 118
const font = 'Roboto'

/** Renders labels, eight on a page, as PDF. The same labels give the same bytes. */
export const renderLabels = (
  labels: readonly Label[],
  { locale, at }: { locale: (typeof locales)[number]; at: Date },
): Promise<Buffer> => renderDefinition(sheetOf(labels, { locale, at }))

/** Returns the definition of a sheet. */
export function sheetOf(
  labels: readonly Label[],
  { locale, at }: { locale: (typeof locales)[number]; at: Date },
): Definition {
  const rows: Label[][] = []
  for (let next = 0; next < labels.length; next += labelsPerRow)
    rows.push(labels.slice(next, next + labelsPerRow))
  return {
    pageSize: 'A4',
    pageMargins: [28, 28, 28, 28],
    version: '1.7',
    subset: 'PDF/A-3b',
    language: locale,
    info: { creator: 'Stationmaster', creationDate: at },
    defaultStyle: { font, fontSize: 9, lineHeight: 1.15 },
    styles: {},
    header: () => ({ text: '' }),
    footer: () => ({ text: '' }),
    content: rows.map(
      (row, index): Content => ({
        table: {
          widths: ['*', '*'],
          dontBreakRows: true,
          body: [
            Array.from({ length: labelsPerRow }, (_, column) => {
              const label = row[column]
              return label ? labelOf(label, locale) : { text: '' }
            }),
          ],
        },
        layout: {
          hLineWidth: () => 0.5,
          vLineWidth: () => 0.5,
          hLineColor: () => '#b8bec9',
          vLineColor: () => '#b8bec9',
          paddingLeft: () => 12,
          paddingRight: () => 12,
          paddingTop: () => 12,
          paddingBottom: () => 12,
        },
        margin: [0, 0, 0, 0],
        ...(index > 0 && index % rowsPerPage === 0 && { pageBreak: 'before' as const }),
      }),
    ),
  }
}

function labelOf(label: Label, locale: (typeof locales)[number]): Content {
  const texts = labelTexts[locale]
  const { no, id, operator, place, station, phone, address } = label
  return {
    columns: [
      { qr: address, fit: qrSize, eccLevel: 'M', width: qrSize + 4 },
      {
        width: '*',
        stack: [
          { text: texts.title, bold: true, fontSize: 11 },
          { text: texts.scan, margin: [0, 2, 0, 6] },
          { text: texts.connector, color: '#5b6472', fontSize: 8 },
          { text: String(no), bold: true, fontSize: 30, lineHeight: 1 },
          ...(id === null ? [] : [{ text: id, bold: true, fontSize: 10 }]),
          { text: station === null || station === place ? place : `${place}, ${station}` },
          { text: operator, color: '#5b6472' },
          ...(phone === null ? [] : [{ text: `${texts.help}: ${phone}`, bold: true, margin: margins }]),
          { text: texts.check, fontSize: 7, color: '#5b6472', margin: margins },
        ],
      },
    ],
    columnGap: 10,
  }
}

const margins: [number, number, number, number] = [0, 3, 0, 0]
