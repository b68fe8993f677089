import type { Cell, Content, Definition } from './pdfmake.ts'

/** Returns true if all fonts have a glyph of a character. */
export type HasGlyph = (character: string) => boolean

/** Printed instead of a character that the fonts do not have. */
const replacement = '\ufffd'

/**
 * Replaces characters without a glyph in all texts: the glyph that fonts show for them is forbidden in PDF/A (ISO 19005-3,
 * 6.2.11.8). Names remain complete in the invoice that is attached.
 */
export function withGlyphs(definition: Definition, hasGlyph: HasGlyph): Definition {
  const { content, header, footer, watermark } = definition
  const printable = (text: string) => [...text].map((character) => replaced(character, hasGlyph)).join('')
  const node = (one: Content): Content => ({
    ...one,
    ...(one.text !== undefined && { text: printable(one.text) }),
    ...(one.stack && { stack: one.stack.map(node) }),
    ...(one.columns && { columns: one.columns.map(node) }),
    ...(one.table && { table: { ...one.table, body: one.table.body.map((row) => row.map(cell)) } }),
  })
  const cell = (one: Cell): Cell => (one === '' ? one : node(one))
  return {
    ...definition,
    content: content.map(node),
    header: (current) => node(header(current)),
    footer: (current, pages) => node(footer(current, pages)),
    ...(watermark && { watermark: { ...watermark, text: printable(watermark.text) } }),
  }
}

/** Line breaks are no characters of a font; invisible ones, such as marks of direction, are left out. */
function replaced(character: string, hasGlyph: HasGlyph): string {
  if (character === '\n' || hasGlyph(character)) return character
  return /[\p{Cf}\p{Cc}]/u.test(character) ? '' : replacement
}
