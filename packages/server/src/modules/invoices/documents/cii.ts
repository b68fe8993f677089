import {
  electronicInvoice,
  type ElectronicInvoice,
  type ElectronicLine,
  specifications,
} from './electronic-invoice.ts'
import type {
  Buyer,
  ElectronicAddress,
  InvoiceDocument,
  PostalAddress,
  Profile,
  Seller,
} from './invoice-document.ts'
import { element, given, optional, type XmlElement, xmlText } from './xml.ts'

const uncefact = 'urn:un:unece:uncefact:data:standard'
const namespaces = {
  'xmlns:rsm': `${uncefact}:CrossIndustryInvoice:100`,
  'xmlns:ram': `${uncefact}:ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:qdt': `${uncefact}:QualifiedDataType:100`,
  'xmlns:udt': `${uncefact}:UnqualifiedDataType:100`,
}

/** Writes the document as UN/CEFACT Cross Industry Invoice (D16B). The document has no problems. */
export function writeCii(document: InvoiceDocument, profile: Exclude<Profile, 'peppol'>): string {
  const invoice = electronicInvoice(document, profile)
  return xmlText(
    element(
      'rsm:CrossIndustryInvoice',
      [
        context(profile),
        head(invoice),
        element('rsm:SupplyChainTradeTransaction', [
          invoice.lines.map(lineItem),
          agreement(document),
          element('ram:ApplicableHeaderTradeDelivery', [
            element('ram:ActualDeliverySupplyChainEvent', [
              date('ram:OccurrenceDateTime', invoice.deliveredOn),
            ]),
          ]),
          settlement(invoice),
        ]),
      ],
      namespaces,
    ),
  )
}

const date = (name: string, day: string, format: 'udt' | 'qdt' = 'udt') =>
  element(name, [element(`${format}:DateTimeString`, day.replaceAll('-', ''), { format: '102' })])

const parameter = (name: string, text: string | null) =>
  text === null ? null : element(`ram:${name}SpecifiedDocumentContextParameter`, [element('ram:ID', text)])

function context(profile: Profile) {
  const { id, process } = specifications[profile]
  return element('rsm:ExchangedDocumentContext', [
    parameter('BusinessProcess', process),
    parameter('Guideline', id),
  ])
}

const head = ({ document, notes }: ElectronicInvoice) =>
  element('rsm:ExchangedDocument', [
    element('ram:ID', document.number),
    element('ram:TypeCode', String(document.type)),
    date('ram:IssueDateTime', document.issuedOn),
    notes.map((note) => element('ram:IncludedNote', [element('ram:Content', note)])),
  ])

function lineItem(line: ElectronicLine) {
  const { session } = line.source
  const unit = { unitCode: line.unitCode }
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', line.id)]),
    element('ram:SpecifiedTradeProduct', [
      element('ram:Name', line.source.label),
      line.properties.map(([name, value]) =>
        element('ram:ApplicableProductCharacteristic', [
          element('ram:Description', name),
          element('ram:Value', value),
        ]),
      ),
    ]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [
        element('ram:ChargeAmount', line.price),
        optional('ram:BasisQuantity', line.baseQuantity, unit),
      ]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [element('ram:BilledQuantity', line.quantity, unit)]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', line.category.code),
        element('ram:RateApplicablePercent', line.percent),
      ]),
      session && period({ from: session.startedAt.slice(0, 10), to: session.stoppedAt.slice(0, 10) }),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        element('ram:LineTotalAmount', line.netAmount),
      ]),
    ]),
  ])
}

const period = ({ from, to }: { from: string; to: string }) =>
  element('ram:BillingSpecifiedPeriod', [date('ram:StartDateTime', from), date('ram:EndDateTime', to)])

const agreement = ({ seller, buyer }: InvoiceDocument) =>
  element('ram:ApplicableHeaderTradeAgreement', [
    optional('ram:BuyerReference', buyer.reference),
    sellerParty(seller),
    buyerParty(buyer),
  ])

const sellerParty = (seller: Seller) =>
  element('ram:SellerTradeParty', [
    // BR-CO-26: without VAT number and register the seller is identified by its tax number.
    seller.vatId || given(seller.register) ? null : optional('ram:ID', seller.taxNumber),
    element('ram:Name', seller.legalName),
    legalOrganization(seller),
    contact(seller),
    address(seller.address),
    electronicAddress(seller.electronicAddress),
    registration(seller.taxNumber, 'FC'),
    registration(seller.vatId, 'VA'),
  ])

const legalOrganization = ({ register }: Seller) =>
  given(register) === null ? null : element('ram:SpecifiedLegalOrganization', [optional('ram:ID', register)])

const buyerParty = (buyer: Buyer) =>
  element('ram:BuyerTradeParty', [
    optional('ram:ID', buyer.number),
    element('ram:Name', buyer.name),
    address(buyer.address),
    electronicAddress(buyer.electronicAddress),
    registration(buyer.vatId, 'VA'),
  ])

function contact({ contact: person }: Seller): XmlElement | null {
  if (!person) return null
  return element('ram:DefinedTradeContact', [
    element('ram:PersonName', person.name),
    element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', person.phone)]),
    element('ram:EmailURIUniversalCommunication', [element('ram:URIID', person.email)]),
  ])
}

const address = ({ street, additional, postalCode, city, country }: PostalAddress) =>
  element('ram:PostalTradeAddress', [
    optional('ram:PostcodeCode', postalCode),
    optional('ram:LineOne', street),
    optional('ram:LineTwo', additional),
    optional('ram:CityName', city),
    element('ram:CountryID', country),
  ])

const electronicAddress = (known: ElectronicAddress | null) =>
  known &&
  element('ram:URIUniversalCommunication', [element('ram:URIID', known.id, { schemeID: known.scheme })])

const registration = (id: string | null, schemeID: 'FC' | 'VA') =>
  given(id) === null ? null : element('ram:SpecifiedTaxRegistration', [optional('ram:ID', id, { schemeID })])

function settlement(invoice: ElectronicInvoice) {
  const { document, sums, taxes } = invoice
  const { currency, precedingInvoice } = document
  return element('ram:ApplicableHeaderTradeSettlement', [
    optional('ram:PaymentReference', document.paymentReference),
    element('ram:InvoiceCurrencyCode', currency),
    paymentMeans(invoice),
    taxes.map(({ category, percent, net, tax }) =>
      element('ram:ApplicableTradeTax', [
        element('ram:CalculatedAmount', tax),
        element('ram:TypeCode', 'VAT'),
        optional('ram:ExemptionReason', category.reason),
        element('ram:BasisAmount', net),
        element('ram:CategoryCode', category.code),
        optional('ram:ExemptionReasonCode', category.reasonCode),
        element('ram:RateApplicablePercent', percent),
      ]),
    ),
    period(invoice.period),
    paymentTerms(invoice),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      element('ram:LineTotalAmount', sums.net),
      element('ram:TaxBasisTotalAmount', sums.net),
      element('ram:TaxTotalAmount', sums.tax, { currencyID: currency }),
      element('ram:GrandTotalAmount', sums.gross),
      optional('ram:TotalPrepaidAmount', sums.paid),
      element('ram:DuePayableAmount', sums.due),
    ]),
    precedingInvoice &&
      element('ram:InvoiceReferencedDocument', [
        element('ram:IssuerAssignedID', precedingInvoice.number),
        date('ram:FormattedIssueDateTime', precedingInvoice.issuedOn, 'qdt'),
      ]),
  ])
}

function paymentMeans({ document, paymentMeansCode }: ElectronicInvoice) {
  const { iban, bic, legalName } = document.seller
  const isTransfer = paymentMeansCode !== '1'
  return element('ram:SpecifiedTradeSettlementPaymentMeans', [
    element('ram:TypeCode', paymentMeansCode),
    isTransfer && iban
      ? element('ram:PayeePartyCreditorFinancialAccount', [
          element('ram:IBANID', iban),
          element('ram:AccountName', legalName),
        ])
      : null,
    isTransfer && bic
      ? element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', bic)])
      : null,
  ])
}

function paymentTerms({ document, paymentTerms: terms }: ElectronicInvoice) {
  if (terms === null && document.dueOn === null) return null
  return element('ram:SpecifiedTradePaymentTerms', [
    optional('ram:Description', terms),
    document.dueOn === null ? null : date('ram:DueDateDateTime', document.dueOn),
  ])
}
