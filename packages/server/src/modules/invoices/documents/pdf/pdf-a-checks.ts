import { inflateSync } from 'node:zlib'
import { at, readXml } from '../electronic-checks.ts'

/**
 * Checks of PDF/A-3b (ISO 19005-3) and of the attachment of Factur-X for the tests, as far as they concern what pdfkit writes:
 * object by object, with the clause that is violated. veraPDF is in no package that can be installed.
 */

/** Object of a PDF that pdfkit wrote. */
export interface PdfObject {
  id: number
  /** Position of the object. */
  offset: number
  /** Dictionary or value. */
  text: string
  /** Content of a stream; null without one. */
  stream: Buffer | null
  /** Length of the stream in the file. */
  rawLength: number
}

/** Returns the objects of a PDF by their numbers. */
export function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const all = bytes.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of all.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const [, id, body = ''] = match
    const begin = body.indexOf('stream\n')
    const text = begin === -1 ? body : body.slice(0, begin)
    const raw =
      begin === -1 ? null : Buffer.from(body.slice(begin + 7, body.lastIndexOf('\nendstream')), 'latin1')
    objects.set(Number(id), {
      id: Number(id),
      offset: match.index,
      text,
      stream: raw && (text.includes('/FlateDecode') ? inflateSync(raw) : raw),
      rawLength: raw?.length ?? 0,
    })
  }
  return objects
}

type Objects = Map<number, PdfObject>
type Report = (clause: string, isFulfilled: boolean) => void

const ofType = (objects: Objects, type: string): PdfObject[] =>
  [...objects.values()].filter(({ text }) => new RegExp(`/Type /${type}\\b`).test(text))

/** Returns the objects to which a key of a dictionary refers. */
function referred(objects: Objects, text: string, key: string): PdfObject[] {
  const value = new RegExp(`/${key} (\\[[^\\]]*\\]|\\d+ 0 R)`).exec(text)?.[1] ?? ''
  return [...value.matchAll(/(\d+) 0 R/g)].flatMap(([, id]) => objects.get(Number(id)) ?? [])
}

const textOf = (text: string, key: string) => new RegExp(`/${key} \\(([^)]*)\\)`).exec(text)?.[1] ?? ''

/** Returns the clauses of ISO 19005-3 that a PDF violates. */
export function violationsOfPdfA3(bytes: Buffer): string[] {
  const violated = new Set<string>()
  const report: Report = (clause, isFulfilled) => {
    if (!isFulfilled) violated.add(clause)
  }
  const objects = objectsOf(bytes)
  checkFile(bytes, objects, report)
  checkGraphics(objects, report)
  for (const font of ofType(objects, 'Font')) checkFont(objects, font, report)
  checkMetadata(objects, report)
  checkAttachments(objects, report)
  const features =
    /\/(JavaScript|OpenAction|AA|Encrypt|URI|Annots|AcroForm|OCProperties|Launch|RichMedia|Movie|Sound|PS|XFA)\b/
  for (const { text } of objects.values()) report('6.5/6.6 no actions, forms and media', !features.test(text))
  return [...violated]
}

function checkFile(bytes: Buffer, objects: Objects, report: Report): void {
  const all = bytes.toString('latin1')
  report('6.1.2 header with four bytes above 127', /^%PDF-1\.7\n%[\x80-\xff]{4}/.test(all))
  const trailer = all.slice(all.lastIndexOf('trailer'))
  report('6.1.3 identifier in the trailer', /\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/.test(trailer))
  report('6.1.3 nothing after the end', /%%EOF\n?$/.test(all))
  const start = Number(/startxref\n(\d+)/.exec(trailer)?.[1])
  const table = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] \n)*)/.exec(all.slice(start))
  const offsets = (table?.[2]?.match(/\d{10} \d{5} n/g) ?? []).map((entry) => Number(entry.slice(0, 10)))
  const known = [...objects.values()].map(({ offset }) => offset)
  report(
    '6.1.4 cross-reference table',
    offsets.length > 0 && offsets.every((offset) => known.includes(offset)),
  )
  report(
    '6.1.4 cross-reference table',
    offsets.length === objects.size && Number(table?.[1]) === objects.size + 1,
  )
  for (const { text, stream, rawLength } of objects.values()) {
    if (stream === null) continue
    report('6.1.7 length of a stream', Number(/\/Length (\d+)/.exec(text)?.[1]) === rawLength)
    report('6.1.7 filter of a stream', !/\/(LZWDecode|Crypt|JBIG2Decode)\b/.test(text))
    report('6.1.7 no external stream', !/\/(FFilter|FDecodeParms)\b/.test(text))
  }
}

function checkGraphics(objects: Objects, report: Report): void {
  const intents = ofType(objects, 'OutputIntent')
  report('6.2.3 one output intent', intents.length === 1 && intents[0]!.text.includes('/S /GTS_PDFA1'))
  for (const intent of intents) {
    const [profile] = referred(objects, intent.text, 'DestOutputProfile')
    const icc = profile?.stream
    report('6.2.3 profile of colors', icc?.toString('latin1', 36, 40) === 'acsp' && icc[8]! <= 4)
    report('6.2.3 profile of colors', icc?.readUInt32BE(0) === icc?.length)
    report(
      '6.2.3 profile of colors',
      icc?.toString('latin1', 16, 20) === 'RGB ' && profile!.text.includes('/N 3'),
    )
  }
  for (const { stream, text } of contents(objects)) {
    const content = stream!.toString('latin1')
    const operators = content.replaceAll(/<[^>]*>|\((?:\\.|[^\\)])*\)/g, ' ').split(/\s+/)
    report(
      '6.2.4.3 no color of another device',
      !operators.some((word) => ['k', 'K', '/DeviceCMYK'].includes(word)),
    )
    let depth = 0
    let deepest = 0
    for (const word of operators) {
      depth += word === 'q' ? 1 : word === 'Q' ? -1 : 0
      deepest = Math.max(deepest, depth)
    }
    report('6.1.13 nesting of graphic states', depth === 0 && deepest <= 28)
    // two bytes for each glyph of the fonts that are used here
    const glyphs = [...content.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    report('6.2.11.8 no reference to .notdef', !glyphs.includes('0000'))
    report('6.1.7 filter of a stream', !text.includes('/DecodeParms'))
  }
  for (const { text } of objects.values()) {
    report('6.2.4.3 no color of another device', !text.includes('/DeviceCMYK'))
    if (text.includes('/Subtype /Image'))
      report('6.2.8 image', !/\/(Alternates|OPI|Interpolate true)\b/.test(text))
    if (text.includes('/Type /ExtGState'))
      report('6.2.5 graphic state', !/\/(TR|TR2|HTP|HTO)\b/.test(text) && !/\/BM \/(?!Normal)/.test(text))
  }
}

const contents = (objects: Objects): PdfObject[] =>
  ofType(objects, 'Page').flatMap(({ text }) => referred(objects, text, 'Contents'))

function checkFont(objects: Objects, { text }: PdfObject, report: Report): void {
  if (text.includes('/Subtype /Type0')) {
    report('6.2.11.3.1 encoding', text.includes('/Encoding /Identity-H'))
    report('6.2.11.7 characters of glyphs', referred(objects, text, 'ToUnicode').length === 1)
    report('6.2.11.3.1 descendant', referred(objects, text, 'DescendantFonts').length === 1)
    return
  }
  const isCid = text.includes('/Subtype /CIDFontType2')
  report('6.2.11.2 type of font', isCid)
  if (!isCid) return
  report('6.2.11.3.2 glyphs of codes', text.includes('/CIDToGIDMap /Identity'))
  const [descriptor] = referred(objects, text, 'FontDescriptor')
  const program = descriptor && referred(objects, descriptor.text, 'FontFile2')[0]?.stream
  report('6.2.11.4.1 embedded program', Boolean(program))
  if (!program) return
  report('6.2.11.4.2 name of a subset', /\/FontName \/[A-Z]{6}\+/.test(descriptor.text))
  const widths = (/\/W \[0 \[([^\]]*)\]\]/.exec(text)?.[1] ?? '').trim().split(/\s+/).map(Number)
  const inProgram = widthsOf(program)
  // the first glyph, .notdef, is never shown
  const isRight = (width: number, glyph: number) => glyph === 0 || Math.abs(width - inProgram(glyph)) <= 1
  report('6.2.11.5 widths of glyphs', widths.length > 1 && widths.every(isRight))
}

/** Returns the widths of the glyphs of a TrueType font, in thousandths of its size. */
function widthsOf(program: Buffer): (glyph: number) => number {
  const tables = new Map(
    Array.from({ length: program.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + 16 * index
      return [program.toString('latin1', entry, entry + 4), program.readUInt32BE(entry + 8)]
    }),
  )
  const unitsPerEm = program.readUInt16BE(tables.get('head')! + 18)
  const last = program.readUInt16BE(tables.get('hhea')! + 34) - 1
  return (glyph) =>
    (program.readUInt16BE(tables.get('hmtx')! + 4 * Math.min(glyph, last)) * 1000) / unitsPerEm
}

function checkMetadata(objects: Objects, report: Report): void {
  const [catalog] = ofType(objects, 'Catalog')
  const [metadata] = catalog ? referred(objects, catalog.text, 'Metadata') : []
  report(
    '6.6.2.1 metadata',
    metadata?.text.includes('/Subtype /XML') === true && !metadata.text.includes('/Filter'),
  )
  if (!metadata) return
  const xmp = metadata.stream!.toString('utf8')
  const begin = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
  report('6.6.2.1 metadata', xmp.startsWith(begin))
  report('6.6.2.1 metadata', /<\?xpacket end="[wr]"\?>\s*$/.test(xmp))
  const value = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xmp)?.[1] ?? ''
  report('6.6.4 part and conformance', value('pdfaid:part') === '3' && value('pdfaid:conformance') === 'B')
  const info = [...objects.values()].find(({ text }) => text.includes('/Producer'))
  const ofInfo = (key: string) => {
    const [own] = info ? referred(objects, info.text, key) : []
    return own?.text.replace(/^\(|\)$/g, '') ?? textOf(info?.text ?? '', key)
  }
  report('6.6.3 information and metadata', ofInfo('Producer') === value('pdf:Producer'))
  report('6.6.3 information and metadata', ofInfo('Creator') === value('xmp:CreatorTool'))
  report(
    '6.6.3 information and metadata',
    ofInfo('CreationDate').replaceAll(/\D/g, '') === value('xmp:CreateDate').replaceAll(/\D/g, ''),
  )
  checkExtensionSchemas(xmp, report)
}

/** Namespaces that PDF/A predefines, of those that are used here. */
const predefined = [
  'dc',
  'xmp',
  'pdf',
  'pdfaid',
  'rdf',
  'x',
  'xml',
  'pdfaExtension',
  'pdfaSchema',
  'pdfaProperty',
]

/** Each property of another namespace is described in the metadata. */
function checkExtensionSchemas(xmp: string, report: Report): void {
  const described = new Set(
    [...xmp.matchAll(/<pdfaProperty:name>([^<]*)</g)].map(
      ([, name]) => `${/<pdfaSchema:prefix>([^<]*)</.exec(xmp)?.[1]}:${name}`,
    ),
  )
  const used = [...xmp.matchAll(/<(\w+):(\w+)[ >]/g)].filter(
    ([, prefix = '']) => !predefined.includes(prefix),
  )
  for (const [, prefix, name] of used) report('6.6.2.3 described schema', described.has(`${prefix}:${name}`))
  const uri = /<pdfaSchema:namespaceURI>([^<]*)</.exec(xmp)?.[1]
  if (used.length > 0) report('6.6.2.3 described schema', xmp.includes(`xmlns:${used[0]![1]}="${uri}"`))
}

const relationships = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified']

function checkAttachments(objects: Objects, report: Report): void {
  const [catalog] = ofType(objects, 'Catalog')
  const associated = catalog ? referred(objects, catalog.text, 'AF') : []
  const specifications = ofType(objects, 'Filespec')
  report('6.8 associated files', associated.length === specifications.length)
  const [names] = catalog ? referred(objects, catalog.text, 'Names') : []
  for (const { id, text } of specifications) {
    report(
      '6.8 associated files',
      associated.some((one) => one.id === id),
    )
    report('6.8 names of attachments', names?.text.includes(`(${textOf(text, 'F')}) ${id} 0 R`) === true)
    report('6.8 names of attachments', textOf(text, 'F') !== '' && textOf(text, 'F') === textOf(text, 'UF'))
    report('6.8 relationship', relationships.includes(/\/AFRelationship \/(\w+)/.exec(text)?.[1] ?? ''))
    const file = objects.get(Number(/\/EF <<\s*\/F (\d+) 0 R/.exec(text)?.[1]))
    report('6.8 embedded file', file?.text.includes('/Type /EmbeddedFile') === true)
    report('6.8 media type', /\/Subtype \/\w+#2F\w+/.test(file?.text ?? ''))
    report('6.8 day of change', /\/ModDate \(D:\d{14}/.test(file?.text ?? ''))
    report('6.8 size', Number(/\/Size (\d+)/.exec(file?.text ?? '')?.[1]) === file?.stream?.length)
  }
}

/** Returns the requirements of Factur-X 1.0 on a PDF with an invoice that are violated. */
export function violationsOfFacturX(bytes: Buffer): string[] {
  const objects = objectsOf(bytes)
  const [metadata] = ofType(objects, 'Metadata')
  const xmp = metadata?.stream?.toString('utf8') ?? ''
  const value = (name: string) => new RegExp(`<fx:${name}>([^<]*)<`).exec(xmp)?.[1] ?? ''
  const specification = ofType(objects, 'Filespec').find(({ text }) => textOf(text, 'F') === 'factur-x.xml')
  const file = objects.get(Number(/\/EF <<\s*\/F (\d+) 0 R/.exec(specification?.text ?? '')?.[1]))
  const invoice = file?.stream ? readXml(file.stream.toString('utf8')) : undefined
  const guideline = 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'
  const violated: [what: string, isFulfilled: boolean][] = [
    ['namespace', xmp.includes('xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"')],
    ['type of document', value('DocumentType') === 'INVOICE'],
    ['name of the file', value('DocumentFileName') === 'factur-x.xml' && specification !== undefined],
    ['version', value('Version') === '1.0'],
    ['relationship', specification?.text.includes('/AFRelationship /Alternative') === true],
    ['media type', file?.text.includes('/Subtype /text#2Fxml') === true],
    [
      'level of conformance',
      value('ConformanceLevel') === 'EN 16931' &&
        invoice !== undefined &&
        at(invoice, guideline)[0]?.text === 'urn:cen.eu:en16931:2017',
    ],
  ]
  return violated.flatMap(([what, isFulfilled]) => (isFulfilled ? [] : [what]))
}
