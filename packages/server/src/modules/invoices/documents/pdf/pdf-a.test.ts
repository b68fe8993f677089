import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  creditNote,
  netInvoice,
  reverseChargeInvoice,
  sampleInvoice,
  smallBusinessInvoice,
  yenInvoice,
} from '../document-samples.ts'
import type { InvoiceDocument } from '../invoice-document.ts'
import { violationsOfFacturX, violationsOfPdfA3 } from './pdf-a-checks.ts'
import { renderPdf } from './render-pdf.ts'

const named = (name: string): InvoiceDocument => ({
  ...sampleInvoice,
  buyer: { ...sampleInvoice.buyer, name },
})

// Proves M3
test.each<[name: string, document: InvoiceDocument]>([
  ['an invoice', sampleInvoice],
  ['a net list', netInvoice],
  ['a reverse charge', reverseChargeInvoice],
  ['a small business', smallBusinessInvoice],
  ['a credit note', creditNote],
  ['another currency', yenInvoice],
  ['Russian', { ...sampleInvoice, language: 'ru' }],
  ['letters that the font does not have', named('株式会社 充電 🔌 עסק')],
  ['names with brackets and markup', named('A(B\\) <C> & "D"')],
])('%s is PDF/A-3b with a Factur-X invoice', async (_, document) => {
  const { bytes, hasXml } = await renderPdf(document)
  expect(hasXml).toBe(true)
  expect(violationsOfPdfA3(bytes)).toEqual([])
  expect(violationsOfFacturX(bytes)).toEqual([])
})

test('a logo with transparency and a trial with its mark are PDF/A-3b', async () => {
  const background = { r: 27, g: 108, b: 168, alpha: 0.5 }
  const logo = await sharp({ create: { width: 300, height: 80, channels: 4, background } })
    .png()
    .toBuffer()
  const seller = { ...sampleInvoice.seller, logo }
  for (const document of [
    { ...sampleInvoice, seller },
    { ...sampleInvoice, isTrial: true },
  ])
    expect(violationsOfPdfA3((await renderPdf(document)).bytes)).toEqual([])
})

describe('a violation is found of', () => {
  let pdf: string
  beforeAll(async () => {
    pdf = (await renderPdf(sampleInvoice)).bytes.toString('latin1')
  })
  const changed = (from: string | RegExp, to: string) => {
    const other = pdf.replace(from, to)
    expect(other).not.toBe(pdf)
    return Buffer.from(other, 'latin1')
  }

  // the changes keep the length, so that nothing else becomes wrong
  test.each<[clause: string, from: string | RegExp, to: string]>([
    ['6.1.2 header with four bytes above 127', '%\u00ff', '%a'],
    ['6.1.3 identifier in the trailer', '/ID [<', '/IX [<'],
    ['6.1.3 nothing after the end', /%%EOF\n?$/, '%%EOF\nmore'],
    ['6.1.4 cross-reference table', /00000 n \n(\d{9})\d/, '00000 n \n$1x'],
    ['6.1.7 length of a stream', /\/Length 1/, '/Length 2'],
    ['6.1.7 no external stream', '/CreationDate (D:20261130000000Z)', '/FFilter /FlateDecode (D:2026113)'],
    ['6.2.3 one output intent', '/S /GTS_PDFA1', '/S /GTS_PDFX1'],
    ['6.2.3 profile of colors', '/N 3', '/N 4'],
    ['6.2.4.3 no color of another device', '/ColorSpace <<\n>>', '/CS /DeviceCMYK  '],
    ['6.2.5 graphic state', '/Type /ExtGState\n/ca 1', '/Type /ExtGState\n/TR 1'],
    ['6.2.11.2 type of font', '/Subtype /CIDFontType2', '/Subtype /CIDFontType0'],
    ['6.2.11.3.1 encoding', '/Encoding /Identity-H', '/Encoding /Identity-V'],
    ['6.2.11.3.1 descendant', '/DescendantFonts', '/DescendentFonts'],
    ['6.2.11.3.2 glyphs of codes', '/CIDToGIDMap /Identity', '/CIDToGIDMop /Identity'],
    ['6.2.11.4.1 embedded program', '/FontFile2', '/FontFileX'],
    ['6.2.11.4.2 name of a subset', /\/FontName \/[A-Z]{6}\+/, '/FontName /Roboto-'],
    ['6.2.11.5 widths of glyphs', /\/W \[0 \[(\S+) 5/, '/W [0 [$1 6'],
    ['6.2.11.7 characters of glyphs', '/ToUnicode', '/ToUnikode'],
    ['6.5/6.6 no actions, forms and media', '/UserUnit', '/AcroForm'],
    ['6.6.2.1 metadata', '<?xpacket begin="', '<?xpacket bogin="'],
    ['6.6.2.3 described schema', '<pdfaProperty:name>Version', '<pdfaProperty:name>Fersion'],
    ['6.6.3 information and metadata', '<pdf:Producer>pdfmake', '<pdf:Producer>pdfkits'],
    ['6.6.4 part and conformance', '<pdfaid:part>3', '<pdfaid:part>2'],
    ['6.8 associated files', '/AF [', '/AG ['],
    ['6.8 day of change', '/ModDate', '/ModDote'],
    ['6.8 embedded file', '/Type /EmbeddedFile', '/Type /EmbeddedFole'],
    ['6.8 media type', '/Subtype /text#2Fxml', '/Subtype /text#2Dxml'],
    ['6.8 names of attachments', '/UF (factur-x.xml)', '/UX (factur-x.xml)'],
    ['6.8 relationship', '/AFRelationship /Alternative', '/AFRelationship /Alternating'],
    ['6.8 size', /\/Size (\d)(\d*)\n>>\n\/Subtype/, '/Size 9$2\n>>\n/Subtype'],
  ])('%s', (clause, from, to) => {
    expect(violationsOfPdfA3(changed(from, to))).toContain(clause)
  })

  test.each<[what: string, from: string, to: string]>([
    ['namespace', 'xmlns:fx="urn:factur-x:pdfa', 'xmlns:fx="urn:zugferd-:pdfa'],
    ['type of document', '<fx:DocumentType>INVOICE', '<fx:DocumentType>ORDER'],
    ['name of the file', '<fx:DocumentFileName>factur-x.xml', '<fx:DocumentFileName>invoices.xml'],
    ['version', '<fx:Version>1.0', '<fx:Version>2.0'],
    ['relationship', '/AFRelationship /Alternative', '/AFRelationship /Unspecified'],
    ['media type', '/Subtype /text#2Fxml', '/Subtype /data#2Fxml'],
    ['level of conformance', '<fx:ConformanceLevel>EN 16931', '<fx:ConformanceLevel>EXTENDED'],
  ])('Factur-X: %s', (what, from, to) => {
    expect(violationsOfFacturX(changed(from, to))).toContain(what)
  })
})
