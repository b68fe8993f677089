import { at, type ReadElement, readXml } from './electronic-checks.ts'

/** Part of a line, a sum of a tax rate, a party: texts under the numbers of EN 16931-1, empty if absent. */
type Texts<Name extends string> = Record<Name, string>

type Contact = Texts<'name' | 'phone' | 'email'>

type Party = Texts<
  'name' | 'id' | 'legalId' | 'vatId' | 'taxId' | 'address' | 'scheme' | 'city' | 'postCode' | 'country'
> & {
  contact: Contact | null
  /** Number of postal addresses. */
  addresses: number
}

/**
 * Business terms of an electronic invoice, by what they mean in EN 16931-1, whatever its syntax. The rules are stated on them,
 * so that one list of rules checks both syntaxes.
 */
export interface Terms {
  /** BT-24, BT-23, BT-1, BT-2, BT-3, BT-5, BT-9, BT-10, BT-20. */
  specification: string
  process: string
  number: string
  issuedOn: string
  type: string
  currency: string
  dueOn: string
  buyerReference: string
  paymentTerms: string
  /** BT-22, without the code of its subject. */
  notes: string[]
  /** BT-21, which UBL has between two number signs at the start of a note. */
  subjects: string[]
  /** BG-3: BT-25 and BT-26. */
  preceding: Texts<'number' | 'issuedOn'>[]
  seller: Party
  buyer: Party
  /** BT-72, BT-73, BT-74. */
  deliveredOn: string
  periods: Texts<'from' | 'to'>[]
  /** BG-16: BT-81, BT-83, and the accounts BT-84 to BT-86. */
  payments: { code: string; remittance: string; accounts: Texts<'id' | 'name' | 'bank'>[] }[]
  /** BT-106, BT-109, BT-112, BT-113, BT-115; BT-110 with its currency. */
  sums: Texts<'lines' | 'net' | 'gross' | 'paid' | 'due'>
  taxTotals: Texts<'amount' | 'currency'>[]
  /** BG-23: BT-116 to BT-121. */
  taxes: Texts<'net' | 'tax' | 'code' | 'rate' | 'reason' | 'reasonCode' | 'scheme'>[]
  /** BG-25: BT-126, BT-129 to BT-131, BT-134, BT-135, BT-146, BT-149 to BT-153, BT-160 and BT-161. */
  lines: (Texts<
    | 'id'
    | 'quantity'
    | 'unit'
    | 'net'
    | 'from'
    | 'to'
    | 'price'
    | 'base'
    | 'baseUnit'
    | 'code'
    | 'rate'
    | 'name'
    | 'scheme'
  > & { hasPeriod: boolean; attributes: Texts<'name' | 'value'>[] })[]
}

const one = (from: ReadElement | undefined, path: string): string => (from && at(from, path)[0]?.text) ?? ''
const attribute = (from: ReadElement | undefined, path: string, name: string): string =>
  (from && at(from, path)[0]?.attributes[name]) ?? ''

/** Returns the business terms of an invoice in UBL or CII. */
export function readTerms(xml: string): Terms {
  const root = readXml(xml)
  return root.name === 'rsm:CrossIndustryInvoice' ? termsOfCii(root) : termsOfUbl(root)
}

function contactOf(party: ReadElement | undefined, path: string, names: Contact): Contact | null {
  const contact = party && at(party, path)[0]
  return contact
    ? { name: one(contact, names.name), phone: one(contact, names.phone), email: one(contact, names.email) }
    : null
}

/** Returns all amounts of tax with their currencies. */
const taxTotalsOf = (from: ReadElement | undefined, path: string): Terms['taxTotals'] =>
  (from ? at(from, path) : []).map(({ text, attributes }) => ({
    amount: text,
    currency: attributes['currencyID'] ?? '',
  }))

function partyOfUbl(party: ReadElement | undefined): Party {
  const registrations = party ? at(party, 'PartyTaxScheme') : []
  const registration = (scheme: string) =>
    one(
      registrations.find((element) => one(element, 'TaxScheme/ID') === scheme),
      'CompanyID',
    )
  return {
    name: one(party, 'PartyLegalEntity/RegistrationName'),
    id: one(party, 'PartyIdentification/ID'),
    legalId: one(party, 'PartyLegalEntity/CompanyID'),
    vatId: registration('VAT'),
    taxId: registration('FC'),
    address: one(party, 'EndpointID'),
    scheme: attribute(party, 'EndpointID', 'schemeID'),
    city: one(party, 'PostalAddress/CityName'),
    postCode: one(party, 'PostalAddress/PostalZone'),
    country: one(party, 'PostalAddress/Country/IdentificationCode'),
    addresses: party ? at(party, 'PostalAddress').length : 0,
    contact: contactOf(party, 'Contact', { name: 'Name', phone: 'Telephone', email: 'ElectronicMail' }),
  }
}

const subject = /^#[^#]{3}#/u

function termsOfUbl(root: ReadElement): Terms {
  const isCredit = root.name === 'CreditNote'
  const total = at(root, 'LegalMonetaryTotal')[0]
  const payments = at(root, 'PaymentMeans')
  return {
    specification: one(root, 'CustomizationID'),
    process: one(root, 'ProfileID'),
    number: one(root, 'ID'),
    issuedOn: one(root, 'IssueDate'),
    type: one(root, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'),
    currency: one(root, 'DocumentCurrencyCode'),
    dueOn: isCredit ? one(root, 'PaymentMeans/PaymentDueDate') : one(root, 'DueDate'),
    buyerReference: one(root, 'BuyerReference'),
    paymentTerms: one(root, 'PaymentTerms/Note'),
    notes: at(root, 'Note').map(({ text }) => text.replace(subject, '')),
    subjects: at(root, 'Note').flatMap(({ text }) => /^[^#]*#([^#]{3})#/u.exec(text)?.[1] ?? []),
    preceding: at(root, 'BillingReference/InvoiceDocumentReference').map((reference) => ({
      number: one(reference, 'ID'),
      issuedOn: one(reference, 'IssueDate'),
    })),
    seller: partyOfUbl(at(root, 'AccountingSupplierParty/Party')[0]),
    buyer: partyOfUbl(at(root, 'AccountingCustomerParty/Party')[0]),
    deliveredOn: one(root, 'Delivery/ActualDeliveryDate'),
    periods: at(root, 'InvoicePeriod').map((period) => ({
      from: one(period, 'StartDate'),
      to: one(period, 'EndDate'),
    })),
    payments: payments.map((payment) => ({
      code: one(payment, 'PaymentMeansCode'),
      remittance: one(payment, 'PaymentID'),
      accounts: at(payment, 'PayeeFinancialAccount').map((account) => ({
        id: one(account, 'ID'),
        name: one(account, 'Name'),
        bank: one(account, 'FinancialInstitutionBranch/ID'),
      })),
    })),
    sums: {
      lines: one(total, 'LineExtensionAmount'),
      net: one(total, 'TaxExclusiveAmount'),
      gross: one(total, 'TaxInclusiveAmount'),
      paid: one(total, 'PrepaidAmount'),
      due: one(total, 'PayableAmount'),
    },
    taxTotals: taxTotalsOf(root, 'TaxTotal/TaxAmount'),
    taxes: at(root, 'TaxTotal/TaxSubtotal').map((subtotal) => ({
      net: one(subtotal, 'TaxableAmount'),
      tax: one(subtotal, 'TaxAmount'),
      code: one(subtotal, 'TaxCategory/ID'),
      rate: one(subtotal, 'TaxCategory/Percent'),
      reason: one(subtotal, 'TaxCategory/TaxExemptionReason'),
      reasonCode: one(subtotal, 'TaxCategory/TaxExemptionReasonCode'),
      scheme: one(subtotal, 'TaxCategory/TaxScheme/ID'),
    })),
    lines: at(root, isCredit ? 'CreditNoteLine' : 'InvoiceLine').map((line) => {
      const quantity = isCredit ? 'CreditedQuantity' : 'InvoicedQuantity'
      const category = 'Item/ClassifiedTaxCategory'
      return {
        id: one(line, 'ID'),
        quantity: one(line, quantity),
        unit: attribute(line, quantity, 'unitCode'),
        net: one(line, 'LineExtensionAmount'),
        hasPeriod: at(line, 'InvoicePeriod').length > 0,
        from: one(line, 'InvoicePeriod/StartDate'),
        to: one(line, 'InvoicePeriod/EndDate'),
        price: one(line, 'Price/PriceAmount'),
        base: one(line, 'Price/BaseQuantity'),
        baseUnit: attribute(line, 'Price/BaseQuantity', 'unitCode'),
        code: one(line, `${category}/ID`),
        rate: one(line, `${category}/Percent`),
        scheme: one(line, `${category}/TaxScheme/ID`),
        name: one(line, 'Item/Name'),
        attributes: at(line, 'Item/AdditionalItemProperty').map((property) => ({
          name: one(property, 'Name'),
          value: one(property, 'Value'),
        })),
      }
    }),
  }
}

/** Returns a day of CII as UBL has it. */
const day = (from: ReadElement | undefined, path: string): string =>
  one(from, `${path}/DateTimeString`).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

function partyOfCii(party: ReadElement | undefined): Party {
  const ids = party ? at(party, 'SpecifiedTaxRegistration/ID') : []
  const registration = (scheme: string) =>
    ids.find(({ attributes }) => attributes['schemeID'] === scheme)?.text ?? ''
  return {
    name: one(party, 'Name'),
    id: one(party, 'ID'),
    legalId: one(party, 'SpecifiedLegalOrganization/ID'),
    vatId: registration('VA'),
    taxId: registration('FC'),
    address: one(party, 'URIUniversalCommunication/URIID'),
    scheme: attribute(party, 'URIUniversalCommunication/URIID', 'schemeID'),
    city: one(party, 'PostalTradeAddress/CityName'),
    postCode: one(party, 'PostalTradeAddress/PostcodeCode'),
    country: one(party, 'PostalTradeAddress/CountryID'),
    addresses: party ? at(party, 'PostalTradeAddress').length : 0,
    contact: contactOf(party, 'DefinedTradeContact', {
      name: 'PersonName',
      phone: 'TelephoneUniversalCommunication/CompleteNumber',
      email: 'EmailURIUniversalCommunication/URIID',
    }),
  }
}

const periodOfCii = (period: ReadElement) => ({
  from: day(period, 'StartDateTime'),
  to: day(period, 'EndDateTime'),
})

function termsOfCii(root: ReadElement): Terms {
  const trade = at(root, 'SupplyChainTradeTransaction')[0]!
  const settlement = at(trade, 'ApplicableHeaderTradeSettlement')[0]!
  const agreement = at(trade, 'ApplicableHeaderTradeAgreement')[0]!
  const total = at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')[0]
  const context = 'ExchangedDocumentContext'
  return {
    specification: one(root, `${context}/GuidelineSpecifiedDocumentContextParameter/ID`),
    process: one(root, `${context}/BusinessProcessSpecifiedDocumentContextParameter/ID`),
    number: one(root, 'ExchangedDocument/ID'),
    issuedOn: day(root, 'ExchangedDocument/IssueDateTime'),
    type: one(root, 'ExchangedDocument/TypeCode'),
    currency: one(settlement, 'InvoiceCurrencyCode'),
    dueOn: day(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime'),
    buyerReference: one(agreement, 'BuyerReference'),
    paymentTerms: one(settlement, 'SpecifiedTradePaymentTerms/Description'),
    notes: at(root, 'ExchangedDocument/IncludedNote/Content').map(({ text }) => text),
    subjects: at(root, 'ExchangedDocument/IncludedNote/SubjectCode').map(({ text }) => text),
    preceding: at(settlement, 'InvoiceReferencedDocument').map((reference) => ({
      number: one(reference, 'IssuerAssignedID'),
      issuedOn: day(reference, 'FormattedIssueDateTime'),
    })),
    seller: partyOfCii(at(agreement, 'SellerTradeParty')[0]),
    buyer: partyOfCii(at(agreement, 'BuyerTradeParty')[0]),
    deliveredOn: day(
      trade,
      'ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime',
    ),
    periods: at(settlement, 'BillingSpecifiedPeriod').map(periodOfCii),
    payments: at(settlement, 'SpecifiedTradeSettlementPaymentMeans').map((payment) => ({
      code: one(payment, 'TypeCode'),
      remittance: one(settlement, 'PaymentReference'),
      accounts: at(payment, 'PayeePartyCreditorFinancialAccount').map((account) => ({
        id: one(account, 'IBANID'),
        name: one(account, 'AccountName'),
        bank: one(payment, 'PayeeSpecifiedCreditorFinancialInstitution/BICID'),
      })),
    })),
    sums: {
      lines: one(total, 'LineTotalAmount'),
      net: one(total, 'TaxBasisTotalAmount'),
      gross: one(total, 'GrandTotalAmount'),
      paid: one(total, 'TotalPrepaidAmount'),
      due: one(total, 'DuePayableAmount'),
    },
    taxTotals: taxTotalsOf(total, 'TaxTotalAmount'),
    taxes: at(settlement, 'ApplicableTradeTax').map((tax) => ({
      net: one(tax, 'BasisAmount'),
      tax: one(tax, 'CalculatedAmount'),
      code: one(tax, 'CategoryCode'),
      rate: one(tax, 'RateApplicablePercent'),
      reason: one(tax, 'ExemptionReason'),
      reasonCode: one(tax, 'ExemptionReasonCode'),
      scheme: one(tax, 'TypeCode'),
    })),
    lines: at(trade, 'IncludedSupplyChainTradeLineItem').map((line) => {
      const own = at(line, 'SpecifiedLineTradeSettlement')[0]
      const price = 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice'
      const quantity = 'SpecifiedLineTradeDelivery/BilledQuantity'
      const [period] = own ? at(own, 'BillingSpecifiedPeriod').map(periodOfCii) : []
      return {
        id: one(line, 'AssociatedDocumentLineDocument/LineID'),
        quantity: one(line, quantity),
        unit: attribute(line, quantity, 'unitCode'),
        net: one(own, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
        hasPeriod: period !== undefined,
        from: period?.from ?? '',
        to: period?.to ?? '',
        price: one(line, `${price}/ChargeAmount`),
        base: one(line, `${price}/BasisQuantity`),
        baseUnit: attribute(line, `${price}/BasisQuantity`, 'unitCode'),
        code: one(own, 'ApplicableTradeTax/CategoryCode'),
        rate: one(own, 'ApplicableTradeTax/RateApplicablePercent'),
        scheme: one(own, 'ApplicableTradeTax/TypeCode'),
        name: one(line, 'SpecifiedTradeProduct/Name'),
        attributes: at(line, 'SpecifiedTradeProduct/ApplicableProductCharacteristic').map((property) => ({
          name: one(property, 'Description'),
          value: one(property, 'Value'),
        })),
      }
    }),
  }
}
