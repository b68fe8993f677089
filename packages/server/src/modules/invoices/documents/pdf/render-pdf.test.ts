import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { type RenderedPdf, renderPdf, renderStatementPdf } from './render-pdf.ts'
import { writeCii } from '../cii.ts'
import {
  creditNote,
  reverseChargeInvoice,
  sampleInvoice,
  sampleLines,
  smallBusinessInvoice,
  withLines,
} from '../document-samples.ts'
import { errorsOfXml, schemaErrorsOfCii } from '../electronic-checks.ts'
import type { CalculationPart, DocumentLanguage, InvoiceDocument, InvoiceLine } from '../invoice-document.ts'
import type { StatementDocument } from '../statement-document.ts'
import { documentTexts } from '../texts.ts'
import { definitionOf } from './definition.ts'
import { objectsOf, type PdfObject } from './pdf-a-checks.ts'
import type { Cell, Content } from './pdfmake.ts'
import { statementDefinition } from './statement.ts'
import { viewOf } from './view.ts'

const one = (bytes: Buffer, pattern: RegExp): PdfObject => {
  const found = [...objectsOf(bytes).values()].filter(({ text }) => pattern.test(text))
  expect(found).toHaveLength(1)
  return found[0]!
}
const streamOf = ({ stream }: PdfObject): string => stream?.toString('utf8') ?? ''

const attachment = (bytes: Buffer, name: string) => {
  const { text: spec } = one(bytes, new RegExp(`/Type /Filespec[^]*/F \\(${name}\\)`))
  const file = objectsOf(bytes).get(Number(/\/EF <<\s*\/F (\d+) 0 R/.exec(spec)?.[1]))!
  return { spec, file: file.text, content: streamOf(file) }
}

/** Returns all texts of a definition. */
function textsOf(node: Cell | Content | undefined): string[] {
  if (!node) return []
  const { text, stack = [], columns = [], table } = node
  return [
    ...(text === undefined ? [] : [text]),
    ...[...stack, ...columns].flatMap(textsOf),
    ...(table?.body ?? []).flat().flatMap(textsOf),
  ]
}

function printed(document: InvoiceDocument): string {
  const { content, header, footer } = definitionOf(viewOf(document))
  const all = [...content, header(1), header(2), footer(1, 3)].flatMap(textsOf).join('\n')
  return all.replaceAll(/[\u00a0\u202f]/g, ' ')
}

/** Returns what is printed before the calculation of a German document. */
const printedFirst = (document: InvoiceDocument) => printed(document).split('Einzelnachweis')[0]

const hash = ({ bytes }: RenderedPdf) => createHash('sha256').update(bytes).digest('hex')

test('the same document gives the same bytes, also in parallel', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => renderPdf(structuredClone(sampleInvoice))))
  expect(first && others.map(hash)).toEqual(first && others.map(() => hash(first)))
})

test('the metadata is well-formed whatever the names are', async () => {
  const seller = { ...sampleInvoice.seller, legalName: 'Ж & <Söhne>' }
  const { bytes } = await renderPdf({ ...sampleInvoice, seller, number: 'Ä<&>"1', language: 'ru' })
  const metadata = streamOf(one(bytes, /\/Type \/Metadata/))
  expect(metadata).toContain('&#x421;&#x447;&#x451;&#x442; &#xc4;&lt;&amp;&gt;&quot;1')
  expect(await errorsOfXml(metadata)).toEqual([])
  expect(await errorsOfXml(metadata.replace('&lt;', '<'))).not.toEqual([])
})

test('contains the Factur-X invoice and the signed values unchanged', async () => {
  const { bytes } = await renderPdf(sampleInvoice)
  const invoice = attachment(bytes, 'factur-x.xml')
  expect(invoice.spec).toContain('/AFRelationship /Alternative')
  expect(invoice.file).toContain('/Subtype /text#2Fxml')
  expect(invoice.content).toBe(writeCii(sampleInvoice, 'factur-x'))
  expect(await schemaErrorsOfCii([invoice.content])).toEqual(new Map())
  const signed = attachment(bytes, 'signed-values.xml')
  expect(signed.spec).toContain('/AFRelationship /Data')
  for (const { data, publicKey } of sampleLines[0]?.session?.signedValues ?? []) {
    expect(signed.content).toContain(
      `<signedData format="OCMF" encoding="plain">${data.replaceAll('"', '&quot;')}</signedData>`,
    )
    expect(signed.content).toContain(`<publicKey encoding="plain">${publicKey}</publicKey>`)
  }
})

test('a trial is marked on every page, has no invoice data and asks for no payment', async () => {
  const trial = { ...sampleInvoice, isTrial: true }
  const { bytes, hasXml } = await renderPdf(trial)
  expect(hasXml).toBe(false)
  expect(bytes.toString('latin1')).not.toContain('factur-x')
  const { trialTitle, trialText, payment } = documentTexts.de
  const definition = definitionOf(viewOf(trial))
  expect(definition.watermark?.text).toBe(trialTitle)
  for (const number of [1, 2]) expect(textsOf(definition.header(number)).join()).toContain(trialText)
  expect(printed(trial)).not.toContain(payment)
  expect(printed(sampleInvoice)).not.toContain(trialTitle)
})

test('prints addresses, lines, totals, payment and the calculation', () => {
  const text = printed(sampleInvoice)
  for (const part of [
    'Rechnung 2026-004711',
    'Bergmann Logistik AG',
    '01.11.2026 – 30.11.2026',
    'Parkhaus Kaiserstraße · Ladesäule Nord 1',
    '0,59 / kWh\n0,49 / kWh',
    '0:25:50 h',
    'USt. 19 % auf 57,71',
    '68,67 EUR',
    'DE02 1203 0000 0000 2020 51',
    'RF39 2026 0047 11',
    '22,143 kWh *',
    '13,06437',
    '20,66721',
    '2,5833333333…',
    'Höchstpreis',
    'vom Zähler signiert, beigefügt',
    'Seite 1 von 3',
  ])
    expect(text).toContain(part)
})

test('a credit note names its invoice and repeats no request for payment', () => {
  const text = printed(creditNote)
  expect(text).toContain('Korrektur der Rechnung 2026-004711 vom 30.11.2026.')
  expect(text).toContain('Der Betrag wird Ihnen gutgeschrieben.')
  expect(text).not.toContain('RF')
})

test('an invoice names the one that it replaces, and requests its payment', () => {
  const text = printed({
    ...sampleInvoice,
    precedingInvoice: { number: '2026-004700', issuedOn: '2026-11-29' },
  })
  expect(text).toContain('Ersetzt die Rechnung 2026-004700 vom 29.11.2026.')
  expect(text).toContain('RF39 2026 0047 11')
})

test('explains parts without time, free parts and lines that take others back', () => {
  const [line] = sampleLines as [InvoiceLine]
  const part = { from: null, to: null, quantity: 1_000, exact: '0.59', isInterpolated: false } as const
  const parts: CalculationPart[] = [
    { ...part, reason: 'price' },
    { ...part, exact: '0', reason: 'grace' },
    { ...part, quantity: 200, exact: '0.118', reason: 'step' },
    { ...part, quantity: 1, exact: '3', reason: 'minimum' },
  ]
  const text = printed(withLines(sampleInvoice, [...sampleLines, { ...line, parts, amountMinor: -371 }]))
  expect(text).toContain('kostenfrei\n−1,000 kWh\n× 0,00 / kWh\n−0,00')
  expect(text).toContain('bis zur Abrechnungsstufe\n−0,200 kWh\n× 0,59 / kWh\n−0,118')
  expect(text).toContain('Mindestpreis\n\n\n−3,00')
  expect(text).toContain('Gerundet\n−3,71 EUR')
})

test('a line names the limit that its amount follows from, below its session', () => {
  expect(printedFirst(sampleInvoice)).toContain('12.11.2026, 08:02 – 08:40\nHöchstpreis')
  const [line] = sampleLines
  const minimum = {
    quantity: 1,
    from: null,
    to: null,
    exact: '3',
    reason: 'minimum' as const,
    isInterpolated: false,
  }
  const raised = { ...line!, amountMinor: line!.amountMinor + 300, parts: [...line!.parts, minimum] }
  expect(printedFirst(withLines(sampleInvoice, [raised]))).toContain('Mindestpreis')
})

test('a reverse charge states no tax, and its total none that is included', () => {
  const text = printed(reverseChargeInvoice)
  expect(text).toContain(documentTexts.fr.reverseCharge)
  expect(text).toContain(`${documentTexts.fr.totalUntaxed}\n68,67 EUR`)
  for (const absent of ['19 %', '0 %', documentTexts.fr.total, documentTexts.fr.net])
    expect(text).not.toContain(absent)
})

test('a small business states no tax', () => {
  const text = printed(smallBusinessInvoice)
  expect(text).toContain(documentTexts.de.smallBusiness)
  for (const absent of ['19 %', '0 %', documentTexts.de.net, documentTexts.de.withTax])
    expect(text).not.toContain(absent)
  expect(text).toContain(documentTexts.de.nothingDue)
})

test.each(Object.keys(documentTexts) as DocumentLanguage[])(
  'the fonts have every character of %s',
  async (language) => {
    const { bytes } = await renderPdf({ ...sampleInvoice, language })
    const maps = [...objectsOf(bytes).values()].map(streamOf)
    const mapped = maps.filter((map) => map.includes('begincmap')).join('')
    const codes = new Set([...mapped.matchAll(/[0-9a-f]{4}/g)].map(([code]) => Number.parseInt(code, 16)))
    // Characters without a glyph have no entry.
    const missing = [...printed({ ...sampleInvoice, language })].filter(
      (sign) => sign.trim() && !codes.has(sign.charCodeAt(0)),
    )
    expect(missing).toEqual([])
  },
)

test('reads neither files nor addresses that a document names', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const seller = { ...sampleInvoice.seller, legalName: 'https://example.com/logo.png' }
  await renderPdf({ ...sampleInvoice, seller })
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
  const { default: pdfmake } = await import('pdfmake')
  const definition = definitionOf(viewOf(sampleInvoice))
  const withImage = (image: string) => ({ ...definition, content: [{ image }] })
  await expect(pdfmake.createPdf(withImage('/etc/hostname')).getStream()).rejects.toThrow('denied')
  await expect(
    pdfmake.createPdf({ ...definition, images: { a: 'https://example.com/a.png' } } as never).getStream(),
  ).rejects.toThrow('denied')
})

test('prints a logo in the given proportions', async () => {
  const logo = await sharp({ create: { width: 300, height: 80, channels: 4, background: '#1b6ca8' } })
    .png()
    .toBuffer()
  const document = { ...sampleInvoice, seller: { ...sampleInvoice.seller, logo } }
  const { bytes } = await renderPdf(document)
  expect(bytes.toString('latin1')).toMatch(/\/Subtype \/Image[^]*\/Width 300[^]*\/Height 80/)
})

test('many sessions are divided into pages, with less than 100 ms of processor time each', async () => {
  const lines = Array.from({ length: 12 }, () => sampleLines).flat()
  const started = process.cpuUsage()
  const { bytes } = await renderPdf(withLines(sampleInvoice, lines))
  const used = process.cpuUsage(started)
  const pages = [...bytes.toString('latin1').matchAll(/\/Type \/Page\n/g)].length
  expect(pages).toBeGreaterThan(10)
  expect((used.user + used.system) / 1_000 / pages).toBeLessThan(100)
})

const statement: StatementDocument = {
  seller: sampleInvoice.seller,
  buyer: sampleInvoice.buyer,
  number: 'K-1-202610-EUR',
  issuedOn: '2026-11-03',
  period: { from: '2026-10-01', to: '2026-10-31' },
  language: 'en',
  currency: 'EUR',
  isTrial: false,
  lines: [
    {
      station: 'HAM-01',
      site: 'Harbour',
      sessions: 12,
      energyWh: 1_234_567,
      netMinor: 123_456,
      commissionMinor: 12_346,
      shareMinor: 111_110,
    },
  ],
  total: {
    sessions: 12,
    energyWh: 1_234_567,
    netMinor: 123_456,
    commissionMinor: 12_346,
    shareMinor: 111_110,
  },
}

test.each([
  ['en', '1,234.567 kWh', '1,111.10'],
  ['de', '1.234,567 kWh', '1.111,10'],
  ['fr', '1 234,567 kWh', '1 111,10'],
  ['it', '1.234,567 kWh', '1.111,10'],
  ['ru', '1 234,567 кВт·ч', '1 111,10'],
  ['nl', '1.234,567 kWh', '1.111,10'],
] as const)('a statement of an owner is printed in %s', (language, energy, share) => {
  const { content, header } = statementDefinition({ ...statement, language })
  const text = [...content, header(2)]
    .flatMap(textsOf)
    .join('\n')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
  const texts = documentTexts[language]
  const { statement: title, statementNote, statementPeriod } = texts
  for (const part of [title, statementNote, statementPeriod, texts.share, energy, share, 'HAM-01', 'Harbour'])
    expect(text).toContain(part.replaceAll('\u00a0', ' '))
  // an owner is not supplied with anything
  expect(text).not.toMatch(/Period of supply|Leistungszeitraum|Leveringsperiode/)
  expect(text).not.toContain(texts.trialTitle)
})

test('the same statement gives the same bytes, and one of the demo is marked as a trial', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => renderStatementPdf(structuredClone(statement))))
  expect(one!.equals(other!)).toBe(true)
  const { content, watermark } = statementDefinition({ ...statement, isTrial: true })
  expect(content.flatMap(textsOf).join('\n')).toContain(documentTexts.en.trialTitle)
  expect(watermark?.text).toBe(documentTexts.en.trialTitle)
})
