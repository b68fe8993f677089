import type { Terms } from './electronic-terms.ts'
import { divide, fractionOf, isSame, multiply } from './decimals.ts'
import {
  type Rule,
  hasKnownCurrencies,
  isIn,
  number,
  isTotal,
  isAtLeastZero,
  isZero,
  isNear,
  hasAtMostTwoDecimals,
  isGiven,
  isTransfer,
  taxIds,
  hasCountry,
  amountsOf,
  eachLine,
  eachTax,
} from './rule-conditions.ts'

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

/** Rules of EN 16931-1. */
export const norm: readonly Rule[] = [
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
    text: 'a period has a start or an end',
    holds: ({ periods }) => periods.every(({ from, to }) => isGiven(from || to)),
  },
  {
    id: 'BR-CO-20',
    text: 'the period of a line has a start or an end',
    holds: eachLine(({ hasPeriod, from, to }) => !hasPeriod || isGiven(from || to)),
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
  {
    id: 'BR-CL-03',
    text: 'the currency of an amount is in ISO 4217',
    holds: hasKnownCurrencies,
  },
  { id: 'BR-CL-04', text: 'the currency is in ISO 4217', holds: ({ currency }) => isIn('ISO4217', currency) },
  {
    id: 'BR-CL-08',
    text: 'the subject of a note is the only one that is written, general information',
    holds: ({ subjects }) => subjects.every((code) => code === 'AAI'),
  },
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
