import { invoiceSchema } from '@e-invoice-eu/core'
import { divide, type Fraction, fractionOf, isSame, multiply, readDecimal, round, sum } from './decimals.ts'
import type { Profile } from './electronic-invoice.ts'
import type { Terms } from './electronic-terms.ts'
import { isIban } from './identifiers.ts'

/**
 * Business rules of EN 16931-1 (BR), of XRechnung 3.0 (BR-DE) and of Peppol BIS Billing 3 (PEPPOL, DE-R), for the tests. They are
 * written from the texts of the rules; the Schematron files of CEN, KoSIT and OpenPeppol are in no package that can be
 * installed. A rule of a group that is never written is in `rulesOfAbsentGroups`.
 */
export interface Rule {
  id: string
  /** What it requires, in short. */
  text: string
  holds: (terms: Terms) => boolean
}

/** Code lists of Peppol BIS Billing 3, as published with the package. */
const codeLists = (invoiceSchema as unknown as { $defs: { codeLists: Record<string, { enum: string[] }> } })
  .$defs.codeLists
export const codesOf = (list: string): readonly string[] => codeLists[list]!.enum
const isIn = (list: string, code: string): boolean => codesOf(list).includes(code)

const number = (text: string): Fraction => readDecimal(text) ?? fractionOf(0)
const isTotal = (total: string, addends: readonly string[]) => isSame(number(total), sum(addends.map(number)))
const isAtLeastZero = (text: string) => !text.startsWith('-')
const isZero = (text: string) => number(text).numerator === 0n
/** Returns true if two exact values differ by at most this many hundredths. */
const isNear = (one: Fraction, other: Fraction, cents: bigint) => {
  const difference = round(sum([one, multiply(other, fractionOf(-1))]), 4)
  return difference <= cents * 100n && difference >= -cents * 100n
}
const hasAtMostTwoDecimals = (amount: string) => /^-?\d+(\.\d{1,2})?$/.test(amount)
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isGiven = (...texts: readonly string[]) => texts.every((text) => text.trim() !== '')
const isTransfer = (code: string) => code === '30' || code === '58'
const taxIds = ({ seller }: Terms) => seller.vatId || seller.taxId
/** Country of a VAT number; Greece has a code of its own. */
const hasCountry = (vatId: string) =>
  isIn('ISO3166', vatId.slice(0, 2)) || vatId.startsWith('EL') || vatId.startsWith('XI')
const amountsOf = ({ sums, taxTotals, taxes, lines }: Terms): string[] => [
  ...Object.values(sums).filter((amount) => amount !== ''),
  ...taxTotals.map(({ amount }) => amount),
  ...taxes.flatMap(({ net, tax }) => [net, tax]),
  ...lines.map(({ net }) => net),
]

/** A rule of each line, and of each sum of a tax rate. */
const eachLine = (holds: (line: Terms['lines'][number], terms: Terms) => boolean) => (terms: Terms) =>
  terms.lines.every((line) => holds(line, terms))
const eachTax = (holds: (tax: Terms['taxes'][number], terms: Terms) => boolean) => (terms: Terms) =>
  terms.taxes.every((tax) => holds(tax, terms))

/** Returns the rules of a category of tax, which EN 16931 repeats for each of them with other numbers. */
function rulesOfCategory(
  code: 'S' | 'Z' | 'E' | 'AE',
  { hasRate, hasReason }: { hasRate: boolean; hasReason: boolean },
): Rule[] {
  const id = (rule: string) => `BR-${code}-${rule}`
  const ofCode = <T extends { code: string }>(all: readonly T[]) => all.filter((one) => one.code === code)
  const isUsed = ({ lines }: Terms) => ofCode(lines).length > 0
  return [
    {
      id: id('01'),
      text: hasRate
        ? 'lines of the category have at least one sum, and a sum has lines'
        : 'lines of the category have exactly one sum, and a sum has lines',
      holds: (terms) => {
        const sums = ofCode(terms.taxes).length
        return isUsed(terms) ? (hasRate ? sums >= 1 : sums === 1) : sums === 0
      },
    },
    {
      id: id('02'),
      text: code === 'AE' ? 'seller and buyer have a VAT number' : 'the seller has a VAT or tax number',
      holds: (terms) =>
        !isUsed(terms) ||
        (isGiven(taxIds(terms)) && (code !== 'AE' || isGiven(terms.buyer.vatId || terms.buyer.legalId))),
    },
    {
      id: id('05'),
      text: hasRate ? 'the rate of a line is above zero' : 'the rate of a line is zero',
      holds: ({ lines }) => ofCode(lines).every(({ rate }) => isGiven(rate) && isZero(rate) !== hasRate),
    },
    {
      id: id('08'),
      text: 'the amount without tax is the sum of the lines of the rate',
      holds: ({ lines, taxes }) =>
        ofCode(taxes).every(({ net, rate }) =>
          isTotal(
            net,
            ofCode(lines)
              .filter((line) => isSame(number(line.rate), number(rate)))
              .map((line) => line.net),
          ),
        ),
    },
    {
      id: id('09'),
      text: hasRate ? 'the tax is the amount times the rate' : 'the tax is zero',
      holds: ({ taxes }) =>
        ofCode(taxes).every(({ net, rate, tax }) => (hasRate ? isTaxOf({ net, rate, tax }) : isZero(tax))),
    },
    {
      id: id('10'),
      text: hasReason ? 'an exemption has a reason' : 'there is no reason of an exemption',
      holds: ({ taxes }) =>
        ofCode(taxes).every(({ reason, reasonCode }) => isGiven(reason || reasonCode) === hasReason),
    },
  ]
}

/** One unit of the last decimal is tolerated, because lines with tax included are rounded first. */
function isTaxOf({ net, rate, tax }: { net: string; rate: string; tax: string }): boolean {
  const exact = divide(multiply(number(net), number(rate)), fractionOf(100))
  return isNear(exact, number(tax), tax.includes('.') ? 1n : 99n)
}

const norm: readonly Rule[] = [
  {
    id: 'BR-01',
    text: 'has a specification identifier',
    holds: ({ specification }) => isGiven(specification),
  },
  { id: 'BR-02', text: 'has a number', holds: (terms) => isGiven(terms.number) },
  { id: 'BR-03', text: 'has a day of issue', holds: ({ issuedOn }) => isGiven(issuedOn) },
  { id: 'BR-04', text: 'has a type', holds: ({ type }) => isGiven(type) },
  { id: 'BR-05', text: 'has a currency', holds: ({ currency }) => isGiven(currency) },
  { id: 'BR-06', text: 'has the name of the seller', holds: ({ seller }) => isGiven(seller.name) },
  { id: 'BR-07', text: 'has the name of the buyer', holds: ({ buyer }) => isGiven(buyer.name) },
  { id: 'BR-08', text: 'has an address of the seller', holds: ({ seller }) => seller.addresses === 1 },
  {
    id: 'BR-09',
    text: 'the address of the seller has a country',
    holds: ({ seller }) => isGiven(seller.country),
  },
  { id: 'BR-10', text: 'has an address of the buyer', holds: ({ buyer }) => buyer.addresses === 1 },
  {
    id: 'BR-11',
    text: 'the address of the buyer has a country',
    holds: ({ buyer }) => isGiven(buyer.country),
  },
  { id: 'BR-12', text: 'has the sum of its lines', holds: ({ sums }) => isGiven(sums.lines) },
  { id: 'BR-13', text: 'has the total without tax', holds: ({ sums }) => isGiven(sums.net) },
  { id: 'BR-14', text: 'has the total with tax', holds: ({ sums }) => isGiven(sums.gross) },
  { id: 'BR-15', text: 'has the amount due', holds: ({ sums }) => isGiven(sums.due) },
  { id: 'BR-16', text: 'has a line', holds: ({ lines }) => lines.length > 0 },
  { id: 'BR-21', text: 'a line has an identifier', holds: eachLine(({ id }) => isGiven(id)) },
  { id: 'BR-22', text: 'a line has a quantity', holds: eachLine(({ quantity }) => isGiven(quantity)) },
  { id: 'BR-23', text: 'a quantity has a unit', holds: eachLine(({ unit }) => isGiven(unit)) },
  { id: 'BR-24', text: 'a line has an amount', holds: eachLine(({ net }) => isGiven(net)) },
  {
    id: 'BR-25',
    text: 'a line has the name of what was supplied',
    holds: eachLine(({ name }) => isGiven(name)),
  },
  { id: 'BR-26', text: 'a line has a price', holds: eachLine(({ price }) => isGiven(price)) },
  { id: 'BR-27', text: 'a price is not negative', holds: eachLine(({ price }) => isAtLeastZero(price)) },
  {
    id: 'BR-29',
    text: 'the period does not end before it begins',
    holds: ({ periods }) => periods.every(({ from, to }) => from === '' || to === '' || from <= to),
  },
  {
    id: 'BR-30',
    text: 'the period of a line does not end before it begins',
    holds: eachLine(({ from, to }) => from === '' || to === '' || from <= to),
  },
  {
    id: 'BR-45',
    text: 'a sum of a rate has the amount without tax',
    holds: eachTax(({ net }) => isGiven(net)),
  },
  { id: 'BR-46', text: 'a sum of a rate has the tax', holds: eachTax(({ tax }) => isGiven(tax)) },
  { id: 'BR-47', text: 'a sum of a rate has a category', holds: eachTax(({ code }) => isGiven(code)) },
  { id: 'BR-48', text: 'a sum of a rate has the rate', holds: eachTax(({ rate }) => isGiven(rate)) },
  {
    id: 'BR-49',
    text: 'a payment has a type',
    holds: ({ payments }) => payments.every(({ code }) => isGiven(code)),
  },
  {
    id: 'BR-50',
    text: 'an account has an identifier',
    holds: ({ payments }) => payments.every(({ accounts }) => accounts.every(({ id }) => isGiven(id))),
  },
  {
    id: 'BR-54',
    text: 'an attribute of a line has a name and a value',
    holds: eachLine(({ attributes }) => attributes.every(({ name, value }) => isGiven(name, value))),
  },
  {
    id: 'BR-55',
    text: 'a preceding invoice has a number',
    holds: ({ preceding }) => preceding.every((invoice) => isGiven(invoice.number)),
  },
  {
    id: 'BR-61',
    text: 'a transfer has an account',
    holds: ({ payments }) => payments.every(({ code, accounts }) => !isTransfer(code) || accounts.length > 0),
  },
  {
    id: 'BR-62',
    text: 'the electronic address of the seller has a scheme',
    holds: ({ seller: { address, scheme } }) => address === '' || isGiven(scheme),
  },
  {
    id: 'BR-63',
    text: 'the electronic address of the buyer has a scheme',
    holds: ({ buyer: { address, scheme } }) => address === '' || isGiven(scheme),
  },
  {
    id: 'BR-CO-04',
    text: 'a line has a category of tax',
    holds: eachLine(({ code, scheme }) => isGiven(code) && scheme === 'VAT'),
  },
  {
    id: 'BR-CO-09',
    text: 'VAT numbers begin with their country',
    holds: ({ seller, buyer }) =>
      [seller.vatId, buyer.vatId].every((vatId) => vatId === '' || hasCountry(vatId)),
  },
  {
    id: 'BR-CO-10',
    text: 'the sum of the lines is that of their amounts',
    holds: ({ sums, lines }) =>
      isTotal(
        sums.lines,
        lines.map(({ net }) => net),
      ),
  },
  {
    id: 'BR-CO-13',
    text: 'the total without tax is the sum of the lines, without allowances and charges',
    holds: ({ sums }) => isTotal(sums.net, [sums.lines]),
  },
  {
    id: 'BR-CO-14',
    text: 'the tax is the sum of the tax of all rates',
    holds: ({ taxTotals, taxes }) =>
      isTotal(
        taxTotals[0]?.amount ?? '',
        taxes.map(({ tax }) => tax),
      ),
  },
  {
    id: 'BR-CO-15',
    text: 'the total with tax is the total without it and the tax',
    holds: ({ sums, taxTotals }) => isTotal(sums.gross, [sums.net, taxTotals[0]?.amount ?? '']),
  },
  {
    id: 'BR-CO-16',
    text: 'the amount due is the total less what was paid',
    holds: ({ sums }) => isTotal(sums.gross, [sums.due, sums.paid]),
  },
  { id: 'BR-CO-17', text: 'the tax of a rate is its amount times the rate', holds: eachTax(isTaxOf) },
  { id: 'BR-CO-18', text: 'has a sum of a rate', holds: ({ taxes }) => taxes.length > 0 },
  {
    id: 'BR-CO-19',
    text: 'a period has a begin or an end',
    holds: ({ periods }) => periods.every(({ from, to }) => isGiven(from || to)),
  },
  {
    id: 'BR-CO-25',
    text: 'an amount due has a due day or terms',
    holds: ({ sums, dueOn, paymentTerms }) =>
      !isAtLeastZero(sums.due) || isZero(sums.due) || isGiven(dueOn || paymentTerms),
  },
  {
    id: 'BR-CO-26',
    text: 'the seller has an identifier, a registration or a VAT number',
    holds: ({ seller }) => isGiven(seller.id || seller.legalId || seller.vatId),
  },
  {
    id: 'BR-DEC',
    text: 'amounts have at most two decimals',
    holds: (terms) => amountsOf(terms).every(hasAtMostTwoDecimals),
  },
  {
    id: 'BR-CL-01',
    text: 'the type is in UNTDID 1001',
    holds: ({ type }) => isIn('UNCL1001-inv', type) || isIn('UNCL1001-cn', type),
  },
  { id: 'BR-CL-04', text: 'the currency is in ISO 4217', holds: ({ currency }) => isIn('ISO4217', currency) },
  {
    id: 'BR-CL-14',
    text: 'countries are in ISO 3166',
    holds: ({ seller, buyer }) => [seller, buyer].every(({ country }) => isIn('ISO3166', country)),
  },
  {
    id: 'BR-CL-16',
    text: 'the type of a payment is in UNTDID 4461',
    holds: ({ payments }) => payments.every(({ code }) => isIn('UNCL4461', code)),
  },
  {
    id: 'BR-CL-17',
    text: 'the category of a rate is in UNTDID 5305',
    holds: eachTax(({ code }) => isIn('UNCL5305', code)),
  },
  {
    id: 'BR-CL-18',
    text: 'the category of a line is in UNTDID 5305',
    holds: eachLine(({ code }) => isIn('UNCL5305', code)),
  },
  {
    id: 'BR-CL-22',
    text: 'the code of an exemption is in the list VATEX',
    holds: eachTax(({ reasonCode }) => reasonCode === '' || isIn('vatex', reasonCode)),
  },
  {
    id: 'BR-CL-23',
    text: 'a unit is in UN/ECE recommendation 20',
    holds: eachLine(({ unit }) => isIn('UNECERec20', unit)),
  },
  {
    id: 'BR-CL-25',
    text: 'the scheme of an electronic address is in the list EAS',
    holds: ({ seller, buyer }) =>
      [seller, buyer].every(({ address, scheme }) => address === '' || isIn('eas', scheme)),
  },
  ...rulesOfCategory('S', { hasRate: true, hasReason: false }),
  ...rulesOfCategory('Z', { hasRate: false, hasReason: false }),
  ...rulesOfCategory('E', { hasRate: false, hasReason: true }),
  ...rulesOfCategory('AE', { hasRate: false, hasReason: true }),
]

/** Rules that XRechnung adds, with the numbers that Peppol has for them between two Germans. */
const german: readonly [Rule, peppol: string | null][] = [
  [{ id: 'BR-DE-1', text: 'has a payment', holds: ({ payments }) => payments.length > 0 }, 'DE-R-001'],
  [
    { id: 'BR-DE-2', text: 'the seller has a contact', holds: ({ seller }) => seller.contact !== null },
    'DE-R-002',
  ],
  [{ id: 'BR-DE-3', text: 'the seller has a city', holds: ({ seller }) => isGiven(seller.city) }, 'DE-R-003'],
  [
    { id: 'BR-DE-4', text: 'the seller has a post code', holds: ({ seller }) => isGiven(seller.postCode) },
    'DE-R-004',
  ],
  [
    {
      id: 'BR-DE-5',
      text: 'the contact has a name',
      holds: ({ seller: { contact } }) => !contact || isGiven(contact.name),
    },
    'DE-R-005',
  ],
  [
    {
      id: 'BR-DE-6',
      text: 'the contact has a phone',
      holds: ({ seller: { contact } }) => !contact || isGiven(contact.phone),
    },
    'DE-R-006',
  ],
  [
    {
      id: 'BR-DE-7',
      text: 'the contact has a mail address',
      holds: ({ seller: { contact } }) => !contact || isGiven(contact.email),
    },
    'DE-R-007',
  ],
  [{ id: 'BR-DE-8', text: 'the buyer has a city', holds: ({ buyer }) => isGiven(buyer.city) }, 'DE-R-008'],
  [
    { id: 'BR-DE-9', text: 'the buyer has a post code', holds: ({ buyer }) => isGiven(buyer.postCode) },
    'DE-R-009',
  ],
  [
    { id: 'BR-DE-14', text: 'a sum of a rate has the rate', holds: eachTax(({ rate }) => isGiven(rate)) },
    'DE-R-014',
  ],
  [
    {
      id: 'BR-DE-15',
      text: 'has the reference of the buyer',
      holds: ({ buyerReference }) => isGiven(buyerReference),
    },
    'DE-R-015',
  ],
  [
    { id: 'BR-DE-16', text: 'the seller has a VAT or tax number', holds: (terms) => isGiven(taxIds(terms)) },
    'DE-R-016',
  ],
  [
    {
      id: 'BR-DE-17',
      text: 'the type is one of those that are used in Germany',
      holds: ({ type }) => ['326', '380', '384', '389', '381', '875', '876', '877'].includes(type),
    },
    'DE-R-017',
  ],
  [
    {
      id: 'BR-DE-18',
      text: 'the terms contain no malformed discount',
      holds: ({ paymentTerms }) => !/^\s*#/m.test(paymentTerms),
    },
    'DE-R-018',
  ],
  [
    {
      id: 'BR-DE-19',
      text: 'a SEPA transfer has an IBAN',
      holds: ({ payments }) =>
        payments.every(({ code, accounts }) => code !== '58' || accounts.every(({ id }) => isIban(id))),
    },
    'DE-R-019',
  ],
  [
    {
      id: 'BR-DE-21',
      text: 'the specification is that of XRechnung 3.0',
      holds: ({ specification }) =>
        specification === 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    },
    null,
  ],
  [
    {
      id: 'BR-DE-23-a',
      text: 'a transfer has an account',
      holds: ({ payments }) =>
        payments.every(({ code, accounts }) => !isTransfer(code) || accounts.length > 0),
    },
    'DE-R-023-1',
  ],
  [
    {
      id: 'BR-DE-26',
      text: 'a correction names the preceding invoice',
      holds: ({ type, preceding }) => type !== '384' || preceding.length > 0,
    },
    'DE-R-026',
  ],
  [
    {
      id: 'BR-DE-27',
      text: 'the phone of the contact has three digits',
      holds: ({ seller: { contact } }) => !contact || /\d\D*\d\D*\d/.test(contact.phone),
    },
    'DE-R-027',
  ],
  [
    {
      id: 'BR-DE-28',
      text: 'the mail address of the contact has one @, with two characters before and after it',
      holds: ({ seller: { contact } }) =>
        !contact || /^[^@\s.][^@\s]*[^@\s.]@[^@\s.][^@\s]*[^@\s.]$/.test(contact.email),
    },
    'DE-R-028',
  ],
]

const peppol: readonly Rule[] = [
  { id: 'PEPPOL-EN16931-R001', text: 'has a process', holds: ({ process }) => isGiven(process) },
  { id: 'PEPPOL-EN16931-R002', text: 'has at most one note', holds: ({ notes }) => notes.length <= 1 },
  {
    id: 'PEPPOL-EN16931-R003',
    text: 'has a reference of the buyer',
    holds: ({ buyerReference }) => isGiven(buyerReference),
  },
  {
    id: 'PEPPOL-EN16931-R004',
    text: 'the specification is that of Peppol BIS Billing 3',
    holds: ({ specification }) =>
      specification === 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  },
  {
    id: 'PEPPOL-EN16931-R007',
    text: 'the process has a number',
    holds: ({ process }) => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/.test(process),
  },
  {
    id: 'PEPPOL-EN16931-R010',
    text: 'the buyer has an electronic address',
    holds: ({ buyer }) => isGiven(buyer.address),
  },
  {
    id: 'PEPPOL-EN16931-R020',
    text: 'the seller has an electronic address',
    holds: ({ seller }) => isGiven(seller.address),
  },
  {
    id: 'PEPPOL-EN16931-R051',
    text: 'all amounts have the currency of the invoice',
    holds: ({ currency, taxTotals }) => taxTotals.every((total) => total.currency === currency),
  },
  {
    id: 'PEPPOL-EN16931-R053',
    text: 'has one total of tax',
    holds: ({ taxTotals }) => taxTotals.length === 1,
  },
  {
    id: 'PEPPOL-EN16931-R110',
    text: 'a line does not begin before the period',
    holds: eachLine(({ from }, { periods }) => from === '' || periods.every((period) => from >= period.from)),
  },
  {
    id: 'PEPPOL-EN16931-R111',
    text: 'a line does not end after the period',
    holds: eachLine(({ to }, { periods }) => to === '' || periods.every((period) => to <= period.to)),
  },
  {
    id: 'PEPPOL-EN16931-R120',
    text: 'the amount of a line is its quantity times the price',
    holds: eachLine(({ net, quantity, price, base }) =>
      isNear(
        divide(multiply(number(quantity), number(price)), number(base === '' || isZero(base) ? '1' : base)),
        number(net),
        2n,
      ),
    ),
  },
  {
    id: 'PEPPOL-EN16931-R121',
    text: 'the quantity to which a price applies is above zero',
    holds: eachLine(({ base }) => base === '' || (isAtLeastZero(base) && !isZero(base))),
  },
  {
    id: 'PEPPOL-EN16931-R130',
    text: 'the quantity of a price has the unit of the line',
    holds: eachLine(({ base, baseUnit, unit }) => base === '' || baseUnit === unit),
  },
  {
    id: 'PEPPOL-EN16931-F001',
    text: 'days have the form YYYY-MM-DD',
    holds: ({ issuedOn, dueOn, deliveredOn, periods, lines, preceding }) =>
      [
        issuedOn,
        dueOn,
        deliveredOn,
        ...[...periods, ...lines].flatMap(({ from, to }) => [from, to]),
        ...preceding.map((invoice) => invoice.issuedOn),
      ].every((text) => text === '' || isDay(text)),
  },
  {
    id: 'PEPPOL-EN16931-P0100',
    text: 'the type is one of Peppol',
    holds: ({ type }) => isIn('UNCL1001-inv', type) || isIn('UNCL1001-cn', type),
  },
  {
    id: 'PEPPOL-EN16931-P0107',
    text: 'the code of reverse charge stands with its category only',
    holds: eachTax(({ code, reasonCode }) => reasonCode !== 'VATEX-EU-AE' || code === 'AE'),
  },
  {
    id: 'PEPPOL-EN16931-CL008',
    text: 'the scheme of an electronic address is in the list EAS',
    holds: ({ seller, buyer }) => [seller, buyer].every(({ scheme }) => scheme === '' || isIn('eas', scheme)),
  },
]

const isGerman = ({ seller, buyer }: Terms) => seller.country === 'DE' && buyer.country === 'DE'

/** Rules of each profile. Peppol applies its German ones between two Germans. */
export const rules: Readonly<Record<Profile, readonly Rule[]>> = {
  'factur-x': norm,
  xrechnung: [
    ...norm,
    ...german.map(([rule]) => rule),
    // XRechnung is a profile of Peppol BIS Billing 3 in this respect since version 3.0
    ...peppol.filter(({ id }) =>
      ['R001', 'R007', 'R010', 'R020', 'R110', 'R111', 'R120', 'R121', 'R130', 'R053'].some((end) =>
        id.endsWith(end),
      ),
    ),
  ],
  peppol: [
    ...norm,
    ...peppol,
    ...german.flatMap(([rule, id]): Rule[] =>
      id === null ? [] : [{ ...rule, id, holds: (terms) => !isGerman(terms) || rule.holds(terms) }],
    ),
  ],
}

/** Returns the rules of a profile that an invoice violates. */
export const violatedRules = (terms: Terms, profile: Profile): string[] =>
  rules[profile].flatMap(({ id, holds }) => (holds(terms) ? [] : [id]))

/** Groups and terms that the writers never write (names in UBL and CII), and the rules that only concern them. */
export const rulesOfAbsentGroups: Readonly<Record<string, string>> = {
  AllowanceCharge:
    'BR-31 to BR-44, BR-CO-05 to BR-CO-08, BR-CO-11, BR-CO-12, BR-CO-21 to BR-CO-24, BR-*-03, -04, -06 and -07 of each category, BR-CL-19, BR-CL-20, PEPPOL-EN16931-R040 to R046',
  SpecifiedTradeAllowanceCharge: 'the same in CII',
  GrossPriceProductTradePrice: 'BR-28 in CII',
  PayeeParty: 'BR-17',
  PayeeTradeParty: 'BR-17 in CII',
  TaxRepresentativeParty: 'BR-18 to BR-20, BR-56',
  SellerTaxRepresentativeTradeParty: 'BR-18 to BR-20, BR-56 in CII',
  DeliveryLocation: 'BR-57, BR-DE-10, BR-DE-11, BR-CL-26',
  ShipToTradeParty: 'BR-57, BR-DE-10, BR-DE-11, BR-CL-26 in CII',
  CardAccount: 'BR-51, BR-DE-24',
  ApplicableTradeSettlementFinancialCard: 'BR-51, BR-DE-24 in CII',
  PaymentMandate: 'BR-DE-20, BR-DE-25, BR-DE-30, BR-DE-31, PEPPOL-EN16931-R061',
  PayerPartyDebtorFinancialAccount: 'BR-DE-20, BR-DE-25, BR-DE-30, BR-DE-31 in CII',
  AdditionalDocumentReference: 'BR-52, BR-DE-22, BR-CL-24, PEPPOL-EN16931-R080, CL001',
  AdditionalReferencedDocument: 'BR-52, BR-DE-22, BR-CL-24 in CII',
  TaxCurrencyCode: 'BR-53, BR-CL-05, BR-DEC-15, PEPPOL-EN16931-R005, R054, R055',
  TaxPointDate: 'BR-CO-03',
  PayableRoundingAmount: 'BR-DEC-17',
  StandardItemIdentification: 'BR-64, BR-CL-21',
  CommodityClassification: 'BR-65, BR-CL-13',
  OriginCountry: 'BR-CL-15',
  OrderLineReference: 'PEPPOL-EN16931-R100',
  DocumentReference: 'PEPPOL-EN16931-R101',
}
