/** Subset of the interface of pdfmake 0.3. Its published types require those of the browser. */

type Margin = [left: number, top: number, right: number, bottom: number]
type Alignment = 'left' | 'right' | 'center'

export type Style = {
  font?: string
  fontSize?: number
  bold?: boolean
  color?: string
  alignment?: Alignment
  lineHeight?: number
  margin?: Margin
}

export type Table = {
  widths: (number | 'auto' | '*')[]
  body: Cell[][]
  headerRows?: number
  keepWithHeaderRows?: number
  dontBreakRows?: boolean
}

export type Layout = {
  hLineWidth(at: number, node: { table: Table }): number
  vLineWidth(): number
  hLineColor?(): string
  vLineColor?(): string
  paddingLeft(at: number): number
  paddingRight(at: number, node: { table: Table }): number
  paddingTop(): number
  paddingBottom(): number
}

type Line = {
  type: 'line'
  x1: number
  y1: number
  x2: number
  y2: number
  lineWidth: number
  lineColor: string
}

/** Node of a document; exactly one of `text`, `stack`, `columns`, `table`, `canvas`, `image` and `qr` is set. */
export type Content = Style & {
  text?: string
  stack?: Content[]
  columns?: Content[]
  table?: Table
  canvas?: Line[]
  image?: string
  qr?: string
  style?: string
  width?: number | 'auto' | '*'
  columnGap?: number
  layout?: Layout
  fit?: number | [number, number]
  eccLevel?: 'M'
  unbreakable?: boolean
  pageBreak?: 'before'
}

export type Cell = '' | (Content & { colSpan?: number })

export type Definition = {
  pageSize: 'A4'
  pageMargins: Margin
  version: '1.7'
  subset: 'PDF/A-3b'
  language: string
  info: { creator: string; creationDate: Date }
  defaultStyle: Style
  styles: Readonly<Record<string, Style>>
  content: Content[]
  header(current: number): Content
  footer(current: number, pages: number): Content
  watermark?: { text: string; color: string; opacity: number; bold: boolean; fontSize: number }
}

/** Stream that pdfmake returns: a document of pdfkit that is laid out but not ended. */
export type PdfStream = AsyncIterable<Uint8Array> & {
  file(bytes: Buffer, options: Record<string, unknown>): unknown
  appendXML(xml: string): void
  end(): void
}

export type Pdfmake = {
  virtualfs: { writeFileSync(path: string, bytes: Buffer): void }
  setFonts(fonts: Record<string, { normal: string; bold: string }>): void
  setUrlAccessPolicy(policy: (url: string) => boolean): void
  setLocalAccessPolicy(policy: (path: string) => boolean): void
  createPdf(definition: Definition): { getStream(): Promise<PdfStream> }
}
