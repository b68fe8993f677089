import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { writeCii } from '../cii.ts'
import { findElectronicInvoiceProblems } from '../electronic-invoice.ts'
import type { InvoiceDocument } from '../invoice-document.ts'
import type { StatementDocument } from '../statement-document.ts'
import { textsOf } from '../texts.ts'
import { signedValuesFile, writeSignedValues } from '../signed-values.ts'
import { dateOf, definitionOf } from './definition.ts'
import { facturXFile, facturXMetadata, titleMetadata } from './factur-x-metadata.ts'
import type { Definition, Pdfmake, PdfStream } from './pdfmake.ts'
import { statementDefinition } from './statement.ts'
import { font } from './theme.ts'
import { titleOf, viewOf } from './view.ts'
import { type HasGlyph, withGlyphs } from './with-glyphs.ts'

/** PDF of a document; `hasXml` is false if the document cannot be an electronic invoice. */
export type RenderedPdf = { bytes: Buffer; hasXml: boolean }

const require = createRequire(import.meta.url)
const fontFiles = {
  normal: require.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf'),
  bold: require.resolve('pdfmake/fonts/Roboto/Roboto-Medium.ttf'),
} as const

let loading: Promise<{ pdfmake: Pdfmake; hasGlyph: HasGlyph }> | undefined

/** Loads pdfmake and the fonts at the first document. Neither files nor addresses can be read afterwards. */
async function loadPdfmake(): Promise<{ pdfmake: Pdfmake; hasGlyph: HasGlyph }> {
  const [{ default: pdfmake }, { create }] = await Promise.all([import('pdfmake'), import('fontkit')])
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  const fonts = await Promise.all(
    Object.values(fontFiles).map(async (file) => {
      const bytes = await readFile(file)
      pdfmake.virtualfs.writeFileSync(file, bytes)
      return create(bytes)
    }),
  )
  pdfmake.setFonts({ [font]: { ...fontFiles } })
  const hasGlyph: HasGlyph = (character) =>
    fonts.every((one) => one.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  return { pdfmake, hasGlyph }
}

/** Renders a definition as PDF. */
export const renderDefinition = async (definition: Definition): Promise<Buffer> =>
  bytesOf(await layOut(definition))

/**
 * Renders the document as PDF/A-3b with the Factur-X invoice and the signed meter values as attachments. The same
 * document gives the same bytes. The document has no problems.
 */
export async function renderPdf(document: InvoiceDocument): Promise<RenderedPdf> {
  const view = viewOf(document)
  const hasXml = findElectronicInvoiceProblems(document, 'factur-x').length === 0
  const pdf = await layOut(definitionOf(view))
  const dated = { creationDate: dateOf(document), modifiedDate: dateOf(document) }
  pdf.appendXML(titleMetadata(`${titleOf(view)} ${document.number}`))
  if (hasXml) {
    const options = { name: facturXFile, type: 'text/xml', relationship: 'Alternative', ...dated }
    pdf.file(Buffer.from(writeCii(document, 'factur-x')), { ...options, description: 'Factur-X' })
    pdf.appendXML(facturXMetadata())
  }
  const signed = writeSignedValues(document)
  if (signed !== null) {
    const options = { name: signedValuesFile, type: 'text/xml', relationship: 'Data', ...dated }
    pdf.file(Buffer.from(signed), { ...options, description: view.texts.readings })
  }
  return { bytes: await bytesOf(pdf), hasXml }
}

/** Renders the statement of an owner as PDF/A-3b. The same document gives the same bytes. */
export async function renderStatementPdf(document: StatementDocument): Promise<Buffer> {
  const pdf = await layOut(statementDefinition(document))
  pdf.appendXML(titleMetadata(`${textsOf(document.language).statement} ${document.number}`))
  return bytesOf(pdf)
}

async function layOut(definition: Definition): Promise<PdfStream> {
  loading ??= loadPdfmake()
  const { pdfmake, hasGlyph } = await loading
  return pdfmake.createPdf(withGlyphs(definition, hasGlyph)).getStream()
}

async function bytesOf(pdf: PdfStream): Promise<Buffer> {
  pdf.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of pdf) chunks.push(chunk)
  return Buffer.concat(chunks)
}
