import type { Content, Layout, Style } from './pdfmake.ts'

/** Measures in points; a page of A4 has 595 by 842. */
export const page = { left: 57, right: 57, top: 90, bottom: 80, width: 595, contentWidth: 481 } as const

export const color = { text: '#16191d', muted: '#5d6672', rule: '#d4d9df', trial: '#9a3412' } as const

export const font = 'Roboto'

export const styles: Readonly<Record<string, Style>> = {
  title: { fontSize: 18, bold: true, lineHeight: 1.1 },
  heading: { fontSize: 10, bold: true },
  muted: { color: color.muted },
  small: { fontSize: 7.5, color: color.muted },
  head: { fontSize: 7.5, color: color.muted },
  strong: { bold: true },
  total: { fontSize: 11, bold: true },
}

/** Rules below the head and between the rows, none at the sides. */
export const rowRules: Layout = {
  hLineWidth: (at, { table }) => (at === 0 ? 0 : at === 1 || at === table.body.length ? 0.75 : 0.35),
  vLineWidth: () => 0,
  hLineColor: () => color.rule,
  paddingLeft: (at) => (at === 0 ? 0 : 6),
  paddingRight: (at, { table }) => (at === (table.widths?.length ?? 0) - 1 ? 0 : 6),
  paddingTop: () => 3.5,
  paddingBottom: () => 3.5,
}

/** Columns close to each other without rules. */
export const plain: Layout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: (at) => (at === 0 ? 0 : 6),
  paddingRight: () => 0,
  paddingTop: () => 1,
  paddingBottom: () => 1,
}

export const rule = (width: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: color.rule }],
})

/** Joins texts that are present. */
export const joined = (texts: readonly (string | null)[], separator: string): string =>
  texts.filter((text) => text !== null && text.trim() !== '').join(separator)
