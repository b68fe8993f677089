import type { Cell, Content } from './pdfmake.ts'

/** Cells of figures and heads, aligned to the right. */
export const right = (text: string): Cell => ({ text, alignment: 'right' })
export const headRight = (text: string): Cell => ({ text, style: 'head', alignment: 'right' })

/** Row of a label and an amount. */
export const amountRow = (label: string, amount: string, style = ''): Cell[] => [
  { text: label, style },
  { text: amount, alignment: 'right', style },
]

/** Cell with a small label above its value. */
export const labeledCell = (label: string, value: string): Cell => ({
  stack: [{ text: label, style: 'small' }, { text: value }],
})

/** Column of lines of text; absent ones are left out. */
export const textLines = (lines: readonly (string | null)[]): Content => ({
  text: lines.filter((line) => line !== null).join('\n'),
})
