import { divide, multiply } from './decimals.ts'
import {
  type Rule,
  hasKnownCurrencies,
  isIn,
  number,
  isAtLeastZero,
  isZero,
  isNear,
  isDay,
  isGiven,
  isTransfer,
  taxIds,
  eachLine,
  eachTax,
} from './rule-conditions.ts'
import { isIban } from './identifiers.ts'

/** Rules that XRechnung adds, with the numbers that Peppol has for them between two Germans. */
export const german: readonly [Rule, peppol: string | null][] = [
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
      text: 'the mail address of the contact has one @, with two characters before it and a domain with a dot after it',
      holds: ({ seller: { contact } }) =>
        !contact || /^[^@\s.][^@\s]*[^@\s.]@([^@\s.]+\.)+[^@\s.]+$/.test(contact.email),
    },
    'DE-R-028',
  ],
]

/** Rules of Peppol BIS Billing 3. */
export const peppol: readonly Rule[] = [
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
    id: 'PEPPOL-EN16931-CL007',
    text: 'the currency of an amount is in ISO 4217',
    holds: hasKnownCurrencies,
  },
  {
    id: 'PEPPOL-EN16931-CL008',
    text: 'the scheme of an electronic address is in the list EAS and one of Peppol, which are numbers',
    holds: ({ seller, buyer }) =>
      [seller, buyer].every(({ scheme }) => scheme === '' || (isIn('eas', scheme) && /^\d{4}$/.test(scheme))),
  },
]
