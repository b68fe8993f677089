import {
  electronicInvoice,
  type ElectronicInvoice,
  type ElectronicLine,
  specifications,
  type TaxCategory,
} from './electronic-invoice.ts'
import type {
  Buyer,
  ElectronicAddress,
  InvoiceDocument,
  PostalAddress,
  Profile,
  Seller,
} from './invoice-document.ts'
import { registrationOf } from './peppol-countries.ts'
import { element, given, optional, type XmlElement, xmlText } from './xml.ts'

const oasis = 'urn:oasis:names:specification:ubl:schema:xsd'

/** Writes the document as UBL 2.1 Invoice or CreditNote. The document has no problems. */
export function writeUbl(document: InvoiceDocument, profile: Exclude<Profile, 'factur-x'>): string {
  const root = document.type === 381 ? 'CreditNote' : 'Invoice'
  return xmlText(
    element(root, content(electronicInvoice(document, profile)), {
      xmlns: `${oasis}:${root}-2`,
      'xmlns:cac': `${oasis}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${oasis}:CommonBasicComponents-2`,
    }),
  )
}

function content(invoice: ElectronicInvoice) {
  const { document, profile, notes } = invoice
  const { id, process } = specifications[profile]
  const isCredit = document.type === 381
  const { precedingInvoice: preceding } = document
  return [
    element('cbc:CustomizationID', id),
    optional('cbc:ProfileID', process),
    element('cbc:ID', document.number),
    element('cbc:IssueDate', document.issuedOn),
    isCredit ? null : optional('cbc:DueDate', document.dueOn),
    element(isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', String(document.type)),
    // PEPPOL-EN16931-R002: at most one note.
    optional('cbc:Note', noteOf(notes)),
    element('cbc:DocumentCurrencyCode', document.currency),
    optional('cbc:BuyerReference', document.buyer.reference),
    element('cac:InvoicePeriod', [
      element('cbc:StartDate', invoice.period.from),
      element('cbc:EndDate', invoice.period.to),
    ]),
    preceding &&
      element('cac:BillingReference', [
        element('cac:InvoiceDocumentReference', [
          element('cbc:ID', preceding.number),
          element('cbc:IssueDate', preceding.issuedOn),
        ]),
      ]),
    element('cac:AccountingSupplierParty', [sellerParty(document.seller, profile)]),
    element('cac:AccountingCustomerParty', [buyerParty(document.buyer)]),
    element('cac:Delivery', [element('cbc:ActualDeliveryDate', invoice.deliveredOn)]),
    paymentMeans(invoice),
    invoice.paymentTerms === null
      ? null
      : element('cac:PaymentTerms', [element('cbc:Note', invoice.paymentTerms)]),
    taxTotal(invoice),
    monetaryTotal(invoice),
    invoice.lines.map((line) => lineOf(document, line)),
  ]
}

/**
 * Returns the notes as one text. UBL takes three characters between the first two number signs for the code of its subject
 * (BR-CL-08); such a text gets the code of general information.
 */
function noteOf(notes: readonly string[]): string {
  const text = notes.join('\n')
  return /^[^#]*#[^#]{3}#/u.test(text) ? `#AAI#${text}` : text
}

function sellerParty(seller: Seller, profile: Profile) {
  const { vatId, taxNumber, contact } = seller
  const registration = registrationOf(seller, profile)
  // BR-CO-26: without VAT number and register the seller is identified by its tax number.
  const id = vatId || registration ? null : taxNumber
  return element('cac:Party', [
    endpoint(seller.electronicAddress),
    identification(id),
    address(seller.address),
    taxScheme(vatId, 'VAT'),
    taxScheme(taxNumber, 'FC'),
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', seller.legalName),
      registration &&
        element(
          'cbc:CompanyID',
          registration.id,
          registration.scheme ? { schemeID: registration.scheme } : {},
        ),
    ]),
    contact &&
      element('cac:Contact', [
        element('cbc:Name', contact.name),
        element('cbc:Telephone', contact.phone),
        element('cbc:ElectronicMail', contact.email),
      ]),
  ])
}

const buyerParty = (buyer: Buyer) =>
  element('cac:Party', [
    endpoint(buyer.electronicAddress),
    identification(buyer.number),
    address(buyer.address),
    taxScheme(buyer.vatId, 'VAT'),
    element('cac:PartyLegalEntity', [element('cbc:RegistrationName', buyer.name)]),
  ])

const identification = (id: string | null) =>
  given(id) === null ? null : element('cac:PartyIdentification', [optional('cbc:ID', id)])

const endpoint = (known: ElectronicAddress | null) =>
  known && element('cbc:EndpointID', known.id, { schemeID: known.scheme })

const address = ({ street, additional, postalCode, city, country }: PostalAddress) =>
  element('cac:PostalAddress', [
    optional('cbc:StreetName', street),
    optional('cbc:AdditionalStreetName', additional),
    optional('cbc:CityName', city),
    optional('cbc:PostalZone', postalCode),
    element('cac:Country', [element('cbc:IdentificationCode', country)]),
  ])

const scheme = (id: 'VAT' | 'FC') => element('cac:TaxScheme', [element('cbc:ID', id)])

const taxScheme = (companyId: string | null, id: 'VAT' | 'FC'): XmlElement | null =>
  given(companyId) === null
    ? null
    : element('cac:PartyTaxScheme', [optional('cbc:CompanyID', companyId), scheme(id)])

function paymentMeans({ document, paymentMeansCode, profile }: ElectronicInvoice) {
  const { iban, bic, legalName, address: at } = document.seller
  // Sellers in the Netherlands must not state that a payment is not defined (NL-R-008).
  if (profile === 'peppol' && at.country === 'NL' && paymentMeansCode === '1') return null
  return element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', paymentMeansCode),
    // A credit note has no element for its due date.
    document.type === 381 ? optional('cbc:PaymentDueDate', document.dueOn) : null,
    optional('cbc:PaymentID', document.paymentReference),
    paymentMeansCode === '1' || iban === null
      ? null
      : element('cac:PayeeFinancialAccount', [
          element('cbc:ID', iban),
          element('cbc:Name', legalName),
          bic === null ? null : element('cac:FinancialInstitutionBranch', [element('cbc:ID', bic)]),
        ]),
  ])
}

const category = (name: string, { code, reason, reasonCode }: TaxCategory, percent: string) =>
  element(name, [
    element('cbc:ID', code),
    element('cbc:Percent', percent),
    optional('cbc:TaxExemptionReasonCode', reasonCode),
    optional('cbc:TaxExemptionReason', reason),
    scheme('VAT'),
  ])

function taxTotal({ document, taxes, sums }: ElectronicInvoice) {
  const inCurrency = { currencyID: document.currency }
  return element('cac:TaxTotal', [
    element('cbc:TaxAmount', sums.tax, inCurrency),
    taxes.map((total) =>
      element('cac:TaxSubtotal', [
        element('cbc:TaxableAmount', total.net, inCurrency),
        element('cbc:TaxAmount', total.tax, inCurrency),
        category('cac:TaxCategory', total.category, total.percent),
      ]),
    ),
  ])
}

function monetaryTotal({ document, sums }: ElectronicInvoice) {
  const inCurrency = { currencyID: document.currency }
  return element('cac:LegalMonetaryTotal', [
    element('cbc:LineExtensionAmount', sums.net, inCurrency),
    element('cbc:TaxExclusiveAmount', sums.net, inCurrency),
    element('cbc:TaxInclusiveAmount', sums.gross, inCurrency),
    optional('cbc:PrepaidAmount', sums.paid, inCurrency),
    element('cbc:PayableAmount', sums.due, inCurrency),
  ])
}

function lineOf({ type, currency }: InvoiceDocument, line: ElectronicLine) {
  const isCredit = type === 381
  const inCurrency = { currencyID: currency }
  const unit = { unitCode: line.unitCode }
  const { session, label } = line.source
  return element(isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', [
    element('cbc:ID', line.id),
    element(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, unit),
    element('cbc:LineExtensionAmount', line.netAmount, inCurrency),
    session &&
      element('cac:InvoicePeriod', [
        element('cbc:StartDate', session.startedAt.slice(0, 10)),
        element('cbc:EndDate', session.stoppedAt.slice(0, 10)),
      ]),
    element('cac:Item', [
      element('cbc:Name', label),
      // The reason of an exemption is that of the rate, not of the line.
      category(
        'cac:ClassifiedTaxCategory',
        { ...line.category, reason: null, reasonCode: null },
        line.percent,
      ),
      line.properties.map(([name, value]) =>
        element('cac:AdditionalItemProperty', [element('cbc:Name', name), element('cbc:Value', value)]),
      ),
    ]),
    element('cac:Price', [
      element('cbc:PriceAmount', line.price, inCurrency),
      optional('cbc:BaseQuantity', line.baseQuantity, unit),
    ]),
  ])
}
