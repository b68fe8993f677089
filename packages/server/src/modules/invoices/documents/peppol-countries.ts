import type { Report } from './document-problems.ts'
import { isAddressOf, isDutchVatId } from './identifiers.ts'
import type { InvoiceDocument, Profile, Seller } from './invoice-document.ts'
import { documentSums } from './totals.ts'
import { given } from './xml.ts'

/**
 * National rules of Peppol that reject an invoice, except the German ones. A seller in Denmark, Greece or Iceland needs identifiers
 * that a document does not have (DK-R, GR-R, IS-R).
 */

/** Returns the country that issued the VAT number of a seller, or that of its address. */
const taxCountry = ({ vatId, address }: Seller) => vatId?.slice(0, 2) ?? address.country

/** Reports what the national rules of the seller reject. */
export function checkNationalRules(document: InvoiceDocument, report: Report): void {
  const { seller, buyer } = document
  // PEPPOL-COMMON-R056-2
  for (const [party, { vatId }] of Object.entries({ seller, buyer }))
    if (vatId?.startsWith('NL') && !isDutchVatId(vatId)) report(`${party}.vatId`, 'invalid')
  const country = seller.address.country
  if (['DK', 'GR', 'IS'].includes(country)) report('seller.address.country', 'not-allowed')
  else if (['EL', 'GR'].includes(taxCountry(seller))) report('seller.vatId', 'not-allowed')
  if (country === 'NL') checkDutch(document, report)
  if (country === 'SE') checkSwedish(document, report)
  if (taxCountry(seller) === 'IT') checkItalian(seller, report)
  if (taxCountry(seller) === 'NO' && seller.vatId !== null && !isNorwegianVatId(seller.vatId))
    report('seller.vatId', 'invalid')
}

/** NL-R-002, 004 and 008. */
function checkDutch(document: InvoiceDocument, report: Report) {
  const { seller, buyer, type } = document
  if (given(seller.address.street) === null) report('seller.address.street', 'missing')
  if (buyer.address.country === 'NL')
    for (const field of ['street', 'postalCode', 'city'] as const)
      if (given(buyer.address[field]) === null) report(`buyer.address.${field}`, 'missing')
  if (type === 380 && documentSums(document).dueMinor > 0 && seller.iban === null)
    report('seller.iban', 'missing')
}

/** SE-R-001, 002, 005 and 006. */
function checkSwedish({ seller, totals }: InvoiceDocument, report: Report) {
  const { vatId, register, taxNumber } = seller
  const number = given(taxNumber)?.trim().toUpperCase()
  if (given(register) !== null && number !== undefined && number !== 'GODKÄND FÖR F-SKATT')
    report('seller.taxNumber', 'invalid')
  if (!vatId?.startsWith('SE')) return
  if (!/^SE\d{12}$/.test(vatId)) report('seller.vatId', 'invalid')
  if (totals.some(({ taxBp }) => ![2_500, 1_200, 600, 0].includes(taxBp))) report('totals', 'not-allowed')
}

/** IT-R-001 and 002. */
function checkItalian({ taxNumber, address }: Seller, report: Report) {
  const number = given(taxNumber)
  if (number !== null && !/^[A-Z0-9]{11,16}$/.test(number)) report('seller.taxNumber', 'invalid')
  if (given(address.street) === null) report('seller.address.street', 'missing')
}

/** NO-R-001: the number of an organisation, and letters. */
const isNorwegianVatId = (vatId: string) =>
  /^NO\d{9}MVA$/.test(vatId) && isAddressOf('0192', vatId.slice(2, 11))

/** Returns the registration of a seller; for a Dutch one, Peppol accepts only the number of the chamber of commerce (NL-R-003). */
export function registrationOf(
  { register, address }: Seller,
  profile: Profile,
): { id: string; scheme?: string } | null {
  const id = given(register)
  if (id === null) return null
  if (profile !== 'peppol' || address.country !== 'NL') return { id }
  const number = /(?<!\d)\d{8}(?!\d)/.exec(id)?.[0]
  return number === undefined ? null : { id: number, scheme: '0106' }
}
